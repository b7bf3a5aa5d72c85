/** All subsets are asked for; beyond this many groups they are too many. */
const MAX_GROUPS = 16;

export interface GroupShares {
  /** The value with no group present. */
  baseline: Float64Array;
  /** For each group what its presence adds: baseline + shares = the value with all present. */
  shares: Float64Array[];
}

/**
 * Shapley values: what a group adds to the value of each subset of the others, averaged over all orders in which the groups could
 * arrive. `valueOf` is called 2^groups times. Source: Shapley (1953); Lundberg and Lee (2017), eq. 4.
 */
export function groupShapley(groups: number, valueOf: (isPresent: boolean[]) => Float64Array): GroupShares {
  if (!Number.isInteger(groups) || groups < 0 || groups > MAX_GROUPS) {
    throw new RangeError(`Shapley values are taken of 0 to ${MAX_GROUPS} groups; got ${groups}.`);
  }
  const indices = Array.from({ length: groups }, (_, group) => group);
  const has = (subset: number, group: number): boolean => ((subset >> group) & 1) === 1;
  const values = Array.from({ length: 2 ** groups }, (_, subset) =>
    valueOf(indices.map((group) => has(subset, group))),
  );
  const weights = subsetWeights(groups);
  const shares = indices.map((group) => {
    const share = new Float64Array(values[0].length);
    values.forEach((without, subset) => {
      if (has(subset, group)) return;
      const weight = weights[indices.filter((other) => has(subset, other)).length];
      const joined = values[subset | (1 << group)];
      share.forEach((_, k) => (share[k] += weight * (joined[k] - without[k])));
    });
    return share;
  });
  return { baseline: Float64Array.from(values[0]), shares };
}

/** s! (n - s - 1)! / n!, the chance that just the s groups of a subset come before a given one. */
function subsetWeights(groups: number): number[] {
  const weights = [1 / groups];
  for (let size = 1; size < groups; size++) weights.push((weights[size - 1] * size) / (groups - size));
  return weights;
}
