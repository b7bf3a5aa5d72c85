import { lengthOfComplete } from './complete-columns.ts';

/** Forecasts of one quantile, one value for each period. */
export interface QuantileForecast {
  /** In (0, 1). */
  level: number;
  values: ArrayLike<number>;
}

/** How often prices lay at or below quantiles that were forecast. */
export interface Reliability {
  /** Percent of actuals at or below the forecast of each level; right when it is 100 times the level. */
  levels: { level: number; observedPercent: number }[];
  /** Percent of actuals between neighbouring levels: the histogram of the probability integral transform, as fine as the levels are. */
  bins: { from: number; to: number; expectedPercent: number; observedPercent: number }[];
}

/**
 * Calibration of quantile forecasts whose levels rise. An actual equal to a quantile counts as below it. Crossing quantiles
 * are refused, for they have no histogram. NaN is refused. O(n levels).
 * Source: Gneiting, Balabdaoui, Raftery (2007), JRSS B 69:243-268, section 3.1.
 */
export function reliability(quantiles: readonly QuantileForecast[], actual: ArrayLike<number>): Reliability {
  requireRising(quantiles);
  const columns = Object.fromEntries(quantiles.map(({ level, values }) => [`quantile ${level}`, values]));
  const n = lengthOfComplete({ ...columns, actual });
  requireNoCrossing(quantiles, n);
  const levels = quantiles.map(({ level, values }) => {
    let below = 0;
    for (let i = 0; i < n; i++) if (actual[i] <= values[i]) below++;
    return { level, observedPercent: (100 * below) / n };
  });
  const edges = [{ level: 0, observedPercent: 0 }, ...levels, { level: 1, observedPercent: 100 }];
  const bins = edges.slice(1).map((upper, i) => ({
    from: edges[i].level,
    to: upper.level,
    expectedPercent: 100 * (upper.level - edges[i].level),
    observedPercent: upper.observedPercent - edges[i].observedPercent,
  }));
  return { levels, bins };
}

function requireRising(quantiles: readonly QuantileForecast[]): void {
  if (quantiles.length === 0) throw new RangeError('Reliability needs at least one quantile.');
  quantiles.forEach(({ level }, i) => {
    if (!(level > 0 && level < 1)) throw new RangeError(`A quantile level lies in (0, 1); got ${level}.`);
    if (i > 0 && level <= quantiles[i - 1].level)
      throw new RangeError(`Quantile levels must rise; ${level} follows ${quantiles[i - 1].level}.`);
  });
}

function requireNoCrossing(quantiles: readonly QuantileForecast[], n: number): void {
  for (let k = 1; k < quantiles.length; k++) {
    const [lower, upper] = [quantiles[k - 1], quantiles[k]];
    for (let i = 0; i < n; i++) {
      if (lower.values[i] > upper.values[i])
        throw new RangeError(
          `The quantiles ${lower.level} and ${upper.level} cross at ${i}: ${lower.values[i]} > ${upper.values[i]}.`,
        );
    }
  }
}
