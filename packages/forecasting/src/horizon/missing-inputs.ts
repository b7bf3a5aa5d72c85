import type { Panel } from '../series/panel.ts';

/** Days back from a row that models look at exogenous inputs. */
const MAX_LAG_DAYS = 7;

/** Names of the exogenous inputs that have an unknown value on row `row`. */
export function missingInputs(panel: Panel, row: number): string[] {
  return panel.exogenous
    .filter(({ values }) => hasGap(values, row, panel.slotsPerDay))
    .map(({ name }) => name);
}

/**
 * Which exogenous rows a forecast of `row` has to do without, as `name@lag` texts; equal gaps can share one fitted model.
 * An input that is unknown on the day itself is not used at all, so its other gaps do not count.
 */
export function gapsOf(panel: Panel, row: number): string[] {
  return panel.exogenous.flatMap(({ name, values }) => {
    const lags = Array.from({ length: Math.min(MAX_LAG_DAYS, row) + 1 }, (_, lag) => lag);
    const gaps = lags.filter((lag) => hasGap(values, row - lag, panel.slotsPerDay));
    return (gaps[0] === 0 ? [0] : gaps).map((lag) => `${name}@${lag}`);
  });
}

/**
 * The panel seen from `target` with the gaps that a forecast `leadDays` further on will meet: the exogenous row `lag` days
 * before `target` is hidden wherever the row `lag` days before `target + leadDays` has a gap. A model fitted on it relies
 * only on inputs that will be there when it predicts.
 */
export function withGapsOfLead(panel: Panel, target: number, leadDays: number): Panel {
  if (leadDays === 0) return panel;
  const { slotsPerDay } = panel;
  const exogenous = panel.exogenous.map(({ name, values }) => {
    const hidden = values.slice();
    for (let lag = 0; lag <= Math.min(MAX_LAG_DAYS, target); lag++) {
      const row = target - lag;
      if (!hasGap(values, row + leadDays, slotsPerDay)) continue;
      hidden.fill(Number.NaN, row * slotsPerDay, (row + 1) * slotsPerDay);
    }
    return { name, values: hidden };
  });
  return { ...panel, exogenous };
}

function hasGap(values: Float64Array, row: number, slotsPerDay: number): boolean {
  return values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).some((value) => Number.isNaN(value));
}
