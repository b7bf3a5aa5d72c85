import type { BoostedTrees } from './fit-boosted-trees.ts';
import { childOf, leafOf } from './tree.ts';

/** The forecast of one row of features, in the order of `fitted.columns`. Features may be NaN. */
export function predictBoostedTrees(fitted: BoostedTrees, features: ArrayLike<number>): number {
  let forecast = fitted.base;
  for (const tree of fitted.trees) forecast += tree.value[leafOf(tree, features)];
  return forecast;
}

/**
 * What each column adds to the forecast of a row: the changes of the node's mean at the splits on that column, on the way
 * from the root to the leaf (Saabas' attribution). `baseline`, which is the same for every row, and the contributions add
 * up to the forecast. The sum goes into `contributions`, one place per column.
 */
export function attributeBoostedTrees(
  fitted: BoostedTrees,
  features: ArrayLike<number>,
): { baseline: number; contributions: Float64Array } {
  let baseline = fitted.base;
  const contributions = new Float64Array(fitted.columns.length);
  for (const tree of fitted.trees) {
    baseline += tree.value[0];
    let node = 0;
    while (tree.feature[node] >= 0) {
      const child = childOf(tree, node, features);
      contributions[tree.feature[node]] += tree.value[child] - tree.value[node];
      node = child;
    }
  }
  return { baseline, contributions };
}
