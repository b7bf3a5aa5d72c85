import type { Panel } from '../series/panel.ts';

/** Days back from a row that models look. */
const MAX_LAG_DAYS = 7;

/** Names of the exogenous inputs that have an unknown value on row `row`. */
export function missingInputs(panel: Panel, row: number): string[] {
  return panel.exogenous
    .filter(({ values }) => hasGap(values, row, panel.slotsPerDay))
    .map(({ name }) => name);
}

/**
 * Which rows a forecast of the row `leadDays` after `target` has to do without, as `name@lag` texts; equal gaps can share one
 * fitted model. Prices from `target` on are forecast by then, so they are no gaps. An input that is unknown on the day itself
 * is not used at all, so its other gaps do not count.
 */
export function gapsOfLead(panel: Panel, target: number, leadDays: number): string[] {
  const prices = priceGaps(panel, target, leadDays).map((lag) => `price@${lag}`);
  const inputs = panel.exogenous.flatMap(({ name, values }) => {
    const gaps = gapsAt(values, target + leadDays, panel.slotsPerDay);
    return (gaps[0] === 0 ? [0] : gaps).map((lag) => `${name}@${lag}`);
  });
  return [...prices, ...inputs];
}

/**
 * The panel seen from `target` with the gaps that a forecast `leadDays` further on will meet: the row `lag` days before
 * `target` is hidden wherever the row `lag` days before `target + leadDays` has a gap. A model fitted on it relies only on
 * what will be there when it predicts.
 */
export function withGapsOfLead(panel: Panel, target: number, leadDays: number): Panel {
  if (leadDays === 0) return panel;
  const { slotsPerDay } = panel;
  const hide = (values: Float64Array, lags: number[]) => {
    const hidden = values.slice();
    for (const lag of lags) {
      if (lag <= target)
        hidden.fill(Number.NaN, (target - lag) * slotsPerDay, (target - lag + 1) * slotsPerDay);
    }
    return hidden;
  };
  return {
    ...panel,
    price: hide(panel.price, priceGaps(panel, target, leadDays)),
    exogenous: panel.exogenous.map(({ name, values }) => ({
      name,
      values: hide(values, gapsAt(values, target + leadDays, slotsPerDay)),
    })),
  };
}

function priceGaps({ price, slotsPerDay }: Panel, target: number, leadDays: number): number[] {
  return gapsAt(price, target + leadDays, slotsPerDay).filter((lag) => lag > leadDays);
}

/** Lags in days at which a column is not completely known, seen from `row`. */
function gapsAt(values: Float64Array, row: number, slotsPerDay: number): number[] {
  const lags = Array.from({ length: Math.min(MAX_LAG_DAYS, row) + 1 }, (_, lag) => lag);
  return lags.filter((lag) => hasGap(values, row - lag, slotsPerDay));
}

function hasGap(values: Float64Array, row: number, slotsPerDay: number): boolean {
  return values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).some((value) => Number.isNaN(value));
}
