/** Codes fit in a byte: 0 for a missing value, 1 to 255 for the bins. */
export const MAX_BINS = 255;

/** Values that are sorted to place the edges of a column; more would move them by less than a hundredth of a bin. */
const SAMPLE_SIZE = 2048;

/** Fractional part of the golden ratio: its multiples modulo 1 spread evenly, whatever period the rows have. */
const GOLDEN_FRACTION = 0.618_033_988_749_894_8;

/**
 * Ascending edges that cut the numbers of a column into at most `maxBins` bins of about equal count; equal numbers share a
 * bin. Bin k holds edges[k - 2] < x <= edges[k - 1]. NaN is left out. A constant column has no edges.
 */
export function binEdges(values: ArrayLike<number>, maxBins: number): number[] {
  const sorted = sortedSample(values);
  const edges: number[] = [];
  const step = Math.max(1, sorted.length / maxBins);
  let next = step;
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] === sorted[i - 1] || i < next - 1e-9) continue;
    edges.push(between(sorted[i - 1], sorted[i]));
    next = Math.max(next + step, Math.floor(i / step + 1e-9) * step + step);
  }
  return edges;
}

/** 0 for NaN, else 1 + the number of edges below `value`. */
export function binOf(edges: ArrayLike<number>, value: number): number {
  if (Number.isNaN(value)) return 0;
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edges[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

function sortedSample(values: ArrayLike<number>): Float64Array {
  const count = Math.min(values.length, SAMPLE_SIZE);
  const sample = new Float64Array(count);
  let known = 0;
  for (let k = 0; k < count; k++) {
    const at = count === values.length ? k : Math.floor(((k * GOLDEN_FRACTION) % 1) * values.length);
    if (!Number.isNaN(values[at])) sample[known++] = values[at];
  }
  return sample.subarray(0, known).sort();
}

/** A number with low <= it < high, halfway where there is room. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle < high ? middle : low;
}
