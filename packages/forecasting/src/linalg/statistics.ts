/**
 * Median of finite values: the middle one, or the mean of the two middle ones. Leaves its argument as it is.
 * Linear time on average (selection, not sorting). Throws RangeError when there is no value.
 */
export function median(values: ArrayLike<number>): number {
  return medianInPlace(Float64Array.from(values));
}

/** As `median`, for a scratch array that may be reordered. */
export function medianInPlace(values: Float64Array): number {
  const n = values.length;
  if (n === 0) throw new RangeError('The median of no values is not defined.');
  const middle = n >>> 1;
  const upper = select(values, middle);
  if (n % 2 === 1) return upper;
  let lower = values[0];
  for (let i = 1; i < middle; i++) if (values[i] > lower) lower = values[i];
  return lower + (upper - lower) / 2;
}

/** Reorders so that `values[k]` is the k-th smallest and nothing before it is larger (Hoare's selection); returns it. */
function select(values: Float64Array, k: number): number {
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const pivot = middleOfThree(values[left], values[(left + right) >>> 1], values[right]);
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const swapped = values[i];
        values[i++] = values[j];
        values[j--] = swapped;
      }
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else break;
  }
  return values[k];
}

function middleOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** Of the values from their mean, all of them finite; NaN where there is none. */
export function standardDeviation(values: ArrayLike<number>): number {
  let mean = 0;
  for (let i = 0; i < values.length; i++) mean += values[i] / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] - mean) ** 2;
  return Math.sqrt(squares / values.length);
}

/** How many of some rising values are `value` or less. O(log values). */
export function countAtMost(rising: ArrayLike<number>, value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rising[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
