import { EXOGENOUS_LAGS_DAYS, MAX_LAG_DAYS } from '../features/feature-blocks.ts';
import type { Panel } from '../data/panel.ts';

/** Models look at every price of the last week. */
const PRICE_LAGS_DAYS = Array.from({ length: MAX_LAG_DAYS }, (_, i) => i + 1);

/** Names of the exogenous inputs that have an unknown value on row `row`. */
export function missingInputs(panel: Panel, row: number): string[] {
  return panel.exogenous
    .filter(({ values }) => hasGap(values, row, panel.slotsPerDay))
    .map(({ name }) => name);
}

/**
 * Which rows a forecast of the row `leadDays` after `target` has to do without, of those that models need, as `name@lag` texts; equal
 * gaps can share one fitted model. Prices from `target` on are forecast by then, so they are no gaps. An input that is unknown on the day itself
 * is not used at all, so its other gaps do not count.
 */
export function gapsOfLead(panel: Panel, target: number, leadDays: number): string[] {
  const { slotsPerDay } = panel;
  const prices = priceGaps(panel, target, leadDays).map((lag) => `price@${lag}`);
  const inputs = panel.exogenous.flatMap(({ name, values }) => {
    const gaps = gapsAt(values, { row: target + leadDays, lags: EXOGENOUS_LAGS_DAYS, slotsPerDay });
    return (gaps[0] === 0 ? [0] : gaps).map((lag) => `${name}@${lag}`);
  });
  return [...prices, ...inputs];
}

/**
 * The panel seen from `target` with what a forecast `leadDays` further on will meet: row `target` has the inputs of that day, and the row
 * `lag` days before `target` is hidden wherever the row `lag` days before `target + leadDays` has a gap. A model fitted on it relies on
 * all of what will be there when it predicts, and on nothing else.
 */
export function withGapsOfLead(panel: Panel, target: number, leadDays: number): Panel {
  if (leadDays === 0) return panel;
  const { slotsPerDay } = panel;
  const row = target + leadDays;
  const hide = (values: Float64Array, lags: number[]) => {
    for (const lag of lags) {
      if (lag <= target)
        values.fill(Number.NaN, (target - lag) * slotsPerDay, (target - lag + 1) * slotsPerDay);
    }
    return values;
  };
  return {
    ...panel,
    price: hide(panel.price.slice(), priceGaps(panel, target, leadDays)),
    exogenous: panel.exogenous.map(({ name, values }) => {
      const seen = values
        .slice()
        .copyWithin(target * slotsPerDay, row * slotsPerDay, (row + 1) * slotsPerDay);
      return { name, values: hide(seen, gapsAt(values, { row, lags: EXOGENOUS_LAGS_DAYS, slotsPerDay })) };
    }),
  };
}

function priceGaps({ price, slotsPerDay }: Panel, target: number, leadDays: number): number[] {
  const lags = PRICE_LAGS_DAYS.filter((lag) => lag > leadDays);
  return gapsAt(price, { row: target + leadDays, lags, slotsPerDay });
}

/** Of the lags in days those at which a column is not completely known, seen from `row`. */
function gapsAt(
  values: Float64Array,
  { row, lags, slotsPerDay }: { row: number; lags: readonly number[]; slotsPerDay: number },
): number[] {
  return lags.filter((lag) => lag <= row && hasGap(values, row - lag, slotsPerDay));
}

function hasGap(values: Float64Array, row: number, slotsPerDay: number): boolean {
  return values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).some((value) => Number.isNaN(value));
}
