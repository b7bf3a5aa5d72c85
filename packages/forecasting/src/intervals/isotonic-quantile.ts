/** Rows of a sample for isotonic distributional regression, sorted by x upwards; weights are above 0. */
export interface IsotonicSample {
  x: Float64Array;
  y: Float64Array;
  weights: Float64Array;
}

/** The `levels` quantiles of y at `at`, given that y tends to grow with x: see `isotonicCdf`. O(n log n) for each. */
export function isotonicQuantiles(sample: IsotonicSample, at: number, levels: number[]): number[] {
  const thresholds = sample.y.toSorted();
  const cdf = isotonicCdf(sample, at);
  return levels.map((level) => {
    let low = 0;
    let high = thresholds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      // Sums of weights are exact only up to rounding.
      if (cdf(thresholds[middle]) >= level - 1e-12) high = middle;
      else low = middle + 1;
    }
    return thresholds[low];
  });
}

/**
 * The distribution function of y at one value of x by isotonic distributional regression: for each threshold, the weighted
 * least-squares fit to "y is not above it" among those that fall with x (pool adjacent violators), in a straight line between
 * the two x around the place and constant beyond the outermost. Each threshold costs O(n).
 * Source: Henzi, Ziegel, Gneiting (2021), JRSS B 83:963-993.
 */
export function isotonicCdf({ x, y, weights }: IsotonicSample, at: number): (threshold: number) => number {
  const n = x.length;
  if (n === 0) throw new RangeError('Isotonic regression needs at least one row.');
  let above = 0;
  while (above < n && x[above] < at) above++;
  const right = Math.min(above, n - 1);
  const left = above === n || x[above] === at || above === 0 ? right : above - 1;
  const share = left === right ? 0 : (at - x[left]) / (x[right] - x[left]);
  // Of each block of rows that share a fit: weight of y not above the threshold, weight of all, last row.
  const hits = new Float64Array(n);
  const mass = new Float64Array(n);
  const last = new Int32Array(n);
  return (threshold) => {
    let top = -1;
    for (let i = 0; i < n;) {
      let hit = 0;
      let all = 0;
      // Rows with the same x have one distribution.
      const value = x[i];
      do {
        if (y[i] <= threshold) hit += weights[i];
        all += weights[i++];
      } while (i < n && x[i] === value);
      while (top >= 0 && hits[top] * all < hit * mass[top]) {
        hit += hits[top];
        all += mass[top--];
      }
      top++;
      hits[top] = hit;
      mass[top] = all;
      last[top] = i - 1;
    }
    let block = 0;
    while (last[block] < left) block++;
    const atLeft = hits[block] / mass[block];
    while (last[block] < right) block++;
    return atLeft + share * (hits[block] / mass[block] - atLeft);
  };
}
