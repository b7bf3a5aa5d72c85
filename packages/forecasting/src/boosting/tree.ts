import type { BinnedColumns } from './binned-columns.ts';

/**
 * A regression tree as plain JSON, one entry of each array per node, the root first and parents before children. A row goes
 * left where its feature is at most the threshold or missing.
 */
export interface Tree {
  /** Place of the feature that the node splits on; -1 at a leaf. */
  feature: number[];
  /** Finite; `BELOW_ALL` where only missing values go left. 0 at a leaf. */
  threshold: number[];
  /** Left child; the right one follows it. 0 at a leaf. */
  left: number[];
  /** What a leaf adds to the forecast; at other nodes the mean of the leaves below, weighted by their training rows. */
  value: number[];
}

export const BELOW_ALL = -Number.MAX_VALUE;

/** A tree whose thresholds are bins: codes up to `bin` go left. */
export interface BinnedTree {
  feature: number[];
  bin: number[];
  left: number[];
  value: number[];
}

export function toTree(tree: BinnedTree, data: BinnedColumns): Tree {
  const threshold = tree.bin.map((bin, node) => {
    if (tree.feature[node] < 0) return 0;
    return bin === 0 ? BELOW_ALL : data.edges[tree.feature[node]][bin - 1];
  });
  return { feature: tree.feature, threshold, left: tree.left, value: tree.value };
}

/** The leaf that a row of features falls in. */
export function leafOf(tree: Tree, features: ArrayLike<number>): number {
  let node = 0;
  while (tree.feature[node] >= 0) node = childOf(tree, node, features);
  return node;
}

export function childOf(tree: Tree, node: number, features: ArrayLike<number>): number {
  return tree.left[node] + (features[tree.feature[node]] > tree.threshold[node] ? 1 : 0);
}

/** Subtracts the tree's value at the given rows from their residuals. */
export function subtractTree(
  tree: BinnedTree,
  data: BinnedColumns,
  rows: Int32Array,
  residuals: Float64Array,
): void {
  const { codes } = data;
  const offset = Int32Array.from(tree.feature, (feature) => feature * data.rows);
  const bin = Int32Array.from(tree.bin);
  const left = Int32Array.from(tree.left);
  const value = Float64Array.from(tree.value);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    let node = 0;
    while (left[node] !== 0) node = left[node] + (codes[offset[node] + row] > bin[node] ? 1 : 0);
    residuals[row] -= value[node];
  }
}
