import { fitPenalised, type SmoothLoss } from './penalised-newton.ts';

/** Keeps the intercept's pull on a fit below what any data say, while its equation can always be solved. */
const FREE = 1e-9;

/**
 * Coefficients b of E[z] = exp(X b) for values z >= 0 that are not all 0: gamma regression with the log link, which is also
 * the likelihood of errors with Laplace's distribution and scale exp(X b). Column 0 is the intercept, of ones, and free; the
 * others are drawn to `prior` with the weight of `penalty` rows each. Convex, so the fit does not depend on its start.
 */
export function fitGamma(
  columns: Float64Array[],
  z: Float64Array,
  { prior, penalty }: { prior: Float64Array; penalty: number },
): Float64Array {
  const loss: SmoothLoss = (predictors, first, second) => {
    let sum = 0;
    for (let i = 0; i < z.length; i++) {
      const ratio = z[i] * Math.exp(-predictors[i]);
      sum += ratio + predictors[i];
      first[i] = 1 - ratio;
      second[i] = ratio;
    }
    return sum;
  };
  const start = Float64Array.from(prior);
  let mean = 0;
  for (let i = 0; i < z.length; i++) {
    let predictor = 0;
    for (let j = 1; j < columns.length; j++) predictor += prior[j] * columns[j][i];
    mean += (z[i] * Math.exp(-predictor)) / z.length;
  }
  start[0] = Math.log(mean);
  const penalties = new Float64Array(columns.length).fill(penalty);
  penalties[0] = FREE;
  return fitPenalised({ columns, loss, penalties, prior: start, start });
}
