import { fitPenalised, type SmoothLoss } from './penalised-newton.ts';

const FREE = 1e-9;

/** How exact a fit is that the next one only starts from. */
const START_TOLERANCE = 1e-3;

/** A product of this size, of factors of at most 2, is far from the end of what a number can be. */
const LARGE = 1e100;

/**
 * Coefficients of the linear quantile of y given the columns for each level: quantile regression whose pinball loss is smoothed by a
 * logistic density of scale `bandwidth` (unit of y), which makes it smooth and convex and costs less variance than it adds bias
 * for bandwidths well below the spread of y. Column 0 is the intercept, of ones, and free; the others are drawn to 0
 * with the weight `penalty` (squares, in rows). About ten Newton steps of rows x columns^2 / 2 for a level.
 * Source: Fernandes, Guerre, Horta (2021), JBES 39:338-357; He, Pan, Tan, Zhou (2023), J. Econometrics 232:367-388.
 */
export function fitQuantiles(
  columns: Float64Array[],
  y: Float64Array,
  { levels, bandwidth, penalty }: { levels: readonly number[]; bandwidth: number; penalty: number },
): Float64Array[] {
  const penalties = new Float64Array(columns.length).fill(penalty);
  penalties[0] = FREE;
  const prior = new Float64Array(columns.length);
  const sorted = y.toSorted();
  const widths = narrowing(sorted[y.length - 1] - sorted[0], bandwidth);
  return levels.map((level) => {
    let start: Float64Array = prior.with(0, sorted[Math.min(y.length - 1, Math.floor(level * y.length))]);
    for (const width of widths) {
      const loss = smoothPinball(y, { level, bandwidth: width });
      const exactness = width > bandwidth ? { tolerance: START_TOLERANCE } : {};
      start = fitPenalised({ columns, loss, penalties, prior, start, ...exactness });
    }
    return start;
  });
}

/** Bandwidths from a share of the range down to the wanted one: each fit starts where Newton's steps for it are sound. */
function narrowing(range: number, bandwidth: number): number[] {
  const widths = [bandwidth];
  while (widths[0] * 6 < range / 6) widths.unshift(widths[0] * 6);
  return widths;
}

function smoothPinball(
  y: Float64Array,
  { level, bandwidth }: { level: number; bandwidth: number },
): SmoothLoss {
  return (predictors, first, second) => {
    let sum = 0;
    // A sum of logarithms is the logarithm of a product: one for many rows.
    let product = 1;
    for (let i = 0; i < y.length; i++) {
      const u = (y[i] - predictors[i]) / bandwidth;
      const tail = Math.exp(-Math.abs(u));
      const below = (u > 0 ? tail : 1) / (1 + tail);
      sum += level * u + Math.max(0, -u);
      product *= 1 + tail;
      if (product > LARGE) {
        sum += Math.log(product);
        product = 1;
      }
      first[i] = below - level;
      second[i] = (below * (1 - below)) / bandwidth;
    }
    return bandwidth * (sum + Math.log(product));
  };
}
