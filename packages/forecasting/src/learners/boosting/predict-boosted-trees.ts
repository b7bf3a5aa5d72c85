import type { BoostedTrees } from './fit-boosted-trees.ts';
import { leafOf } from './tree.ts';

/** The forecast of one row of features, in the order of `fitted.columns`. Features may be NaN. */
export function predictBoostedTrees(fitted: BoostedTrees, features: ArrayLike<number>): number {
  let forecast = fitted.base;
  for (const tree of fitted.trees) forecast += tree.value[leafOf(tree, features)];
  return forecast;
}
