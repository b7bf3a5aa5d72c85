import { empiricalQuantile } from './empirical-quantile.ts';

/** How whole days of prices deviate from their forecasts. Plain JSON. */
export interface ScenarioFit {
  /**
   * One row for each past day, one number for each slot: how far the price lay from the forecast, in units of the
   * distance from the forecast to its bound on that side. In every slot a tenth of the rows lies below -1 and a tenth above 1.
   */
  deviations: number[][];
}

const [LOWER, MEDIAN, UPPER] = [0.1, 0.5, 0.9];

/**
 * Learns scenarios of whole days from the errors (price minus forecast) of past days; every row has one error for each slot, of
 * any unit that is the same within a slot, and none is NaN. The order of the days within each slot is kept: it carries how the
 * errors of a day go together (Schaake shuffle: Clark and others 2004, J. Hydrometeorology 5:243). The size of a deviation
 * comes from its level within its slot, through one distribution for all slots whose 10th, 50th and 90th percentile are -1, 0 and 1.
 */
export function fitScenarios(errors: readonly Float64Array[]): ScenarioFit {
  if (errors.length < 2) throw new RangeError(`Scenarios need two past days or more; got ${errors.length}.`);
  const slots = errors[0].length;
  const columns = Array.from({ length: slots }, (_, slot) => Float64Array.from(errors, (row) => row[slot]));
  if (errors.some((row) => row.length !== slots || row.some(Number.isNaN))) {
    throw new RangeError('Every past day needs one error for each slot.');
  }
  const sizeAt = sharedDistribution(columns);
  const deviations = errors.map(() => Array.from({ length: slots }, () => 0));
  columns.forEach((column, slot) => {
    const order = column.map((_, day) => day).sort((a, b) => column[a] - column[b] || a - b);
    order.forEach((day, rank) => (deviations[day][slot] = sizeAt((rank + 0.5) / errors.length)));
  });
  return { deviations };
}

/** The quantile function of the errors of all slots together, each slot scaled by its own percentiles. */
function sharedDistribution(columns: readonly Float64Array[]): (level: number) => number {
  const pooled = Float64Array.from(columns.flatMap((column) => [...scaled(column)])).sort();
  if (pooled.length === 0) return (level) => (level - MEDIAN) / (UPPER - MEDIAN);
  const toUnits = scaleOf(pooled);
  return (level) => toUnits(empiricalQuantile(pooled, level));
}

/** A slot whose percentiles coincide says nothing of sizes. */
function scaled(column: Float64Array): Float64Array {
  const ascending = column.toSorted();
  const spread = empiricalQuantile(ascending, UPPER) - empiricalQuantile(ascending, LOWER);
  if (!(spread > 0)) return new Float64Array();
  return column.map(scaleOf(ascending));
}

/** Maps the 10th, 50th and 90th percentile to -1, 0 and 1, with a straight line on either side of the median. */
function scaleOf(ascending: Float64Array): (value: number) => number {
  const median = empiricalQuantile(ascending, MEDIAN);
  const below = median - empiricalQuantile(ascending, LOWER);
  const above = empiricalQuantile(ascending, UPPER) - median;
  // A side without width takes that of the other one.
  return (value) => (value - median) / (value < median ? below || above : above || below);
}
