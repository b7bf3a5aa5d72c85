import { lengthOfComplete } from './complete-columns.ts';

/**
 * Spearman's correlation of two columns, -1 to 1: how far they rank the periods of a day alike. Equal values share their mean rank; NaN
 * where a column is constant. NaN in the columns is refused. O(n log n).
 * Source: Spearman (1904), American Journal of Psychology 15:72-101.
 */
export function rankCorrelation(forecast: ArrayLike<number>, actual: ArrayLike<number>): number {
  lengthOfComplete({ forecast, actual });
  const [a, b] = [meanRanks(forecast), meanRanks(actual)];
  const middle = (a.length - 1) / 2;
  let [product, squaresA, squaresB] = [0, 0, 0];
  a.forEach((rank, i) => {
    product += (rank - middle) * (b[i] - middle);
    squaresA += (rank - middle) ** 2;
    squaresB += (b[i] - middle) ** 2;
  });
  return product / Math.sqrt(squaresA * squaresB);
}

function meanRanks(values: ArrayLike<number>): Float64Array {
  const order = Array.from(values, (_, i) => i).sort((i, j) => values[i] - values[j]);
  const ranks = new Float64Array(order.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]] === values[order[from]]) to++;
    for (let k = from; k <= to; k++) ranks[order[k]] = (from + to) / 2;
    from = to + 1;
  }
  return ranks;
}
