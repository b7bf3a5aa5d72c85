import type { BinnedColumns } from './bins.ts';
import { NODE_STRIDE, type TreeSpace } from './tree-space.ts';

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

function childOf(tree: Tree, node: number, features: ArrayLike<number>): number {
  return tree.left[node] + (features[tree.feature[node]] > tree.threshold[node] ? 1 : 0);
}

/** Subtracts the tree's value at the rows of the space's order from `from` on from their residuals. */
export function subtractTree(tree: BinnedTree, data: BinnedColumns, space: TreeSpace, from: number): void {
  const { kernel, codes, order, nodes, nodeValues, residuals } = space;
  tree.left.forEach((left, node) => {
    nodes.values.set([tree.feature[node] * data.rows, tree.bin[node], left], node * NODE_STRIDE);
  });
  nodeValues.values.set(tree.value);
  const rows = order.address + from * Int32Array.BYTES_PER_ELEMENT;
  const count = order.values.length - from;
  kernel.subtractTree(nodes.address, nodeValues.address, codes, rows, count, residuals.address);
}
