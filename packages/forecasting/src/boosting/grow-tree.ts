import type { BinnedColumns } from './binned-columns.ts';
import {
  COLUMN_STRIDE,
  type Split,
  type SplitLimits,
  fillHistogram,
  findSplit,
  packSlopes,
  subtractHistogram,
} from './histogram.ts';
import type { BinnedTree } from './tree.ts';

export interface TreeLimits extends SplitLimits {
  maxLeaves: number;
}

/** What a tree is grown on. */
export interface TreeSample {
  /** Rows of the data that the tree sees, at least one; reordered so that the rows of a leaf lie side by side. */
  rows: Int32Array;
  /** Columns that the tree may split on. */
  columns: Int32Array;
  /** Of every row of the data. */
  slopes: Float64Array;
}

/** Scratch space of one tree after the other. */
export interface TreeSpace {
  packed: Float64Array;
  rows: Int32Array;
  /** One for each leaf. */
  histograms: Float64Array[];
}

interface Leaf {
  node: number;
  /** Its rows: from `start` to before `end`. */
  start: number;
  end: number;
  /** Sum of the packed slopes. */
  total: number;
  histogram: Float64Array;
  split: Split | undefined;
}

export function createTreeSpace(rows: number, columns: number, maxLeaves: number): TreeSpace {
  return {
    packed: new Float64Array(rows),
    rows: new Int32Array(rows),
    histograms: Array.from({ length: maxLeaves }, () => new Float64Array(columns * COLUMN_STRIDE)),
  };
}

/**
 * Grows a tree leaf by leaf, always the split of greatest gain next. The histogram of the smaller child is counted, that of
 * its sibling is what remains of the parent's. `settleLeaf` gives the value of a leaf from its rows.
 * Source: Ke et al. (2017), LightGBM, NeurIPS 30.
 */
export function growTree(
  data: BinnedColumns,
  sample: TreeSample,
  limits: TreeLimits,
  space: TreeSpace,
  settleLeaf: (rows: Int32Array) => number,
): BinnedTree {
  const { rows, columns } = sample;
  const { packed, histograms } = space;
  packSlopes(sample.slopes, rows, packed);
  const tree: BinnedTree = { feature: [-1], bin: [0], left: [0], value: [0] };
  const counts = [rows.length];
  const makeLeaf = (node: number, start: number, end: number, histogram: Float64Array): Leaf => {
    let total = 0;
    for (let i = start; i < end; i++) total += packed[rows[i]];
    return { node, start, end, total, histogram, split: undefined };
  };
  const search = (leaf: Leaf): Leaf => {
    if (leaf.end - leaf.start >= 2 * limits.minLeafRows) {
      leaf.split = findSplit(leaf.histogram, data, columns, leaf.total, limits);
    }
    return leaf;
  };

  fillHistogram(histograms[0], data, columns, rows, packed);
  const leaves = [search(makeLeaf(0, 0, rows.length, histograms[0]))];
  while (leaves.length < limits.maxLeaves) {
    const at = indexOfBest(leaves);
    const parent = leaves[at];
    if (parent?.split === undefined) break;
    const middle = partition(data, rows, parent, parent.split, space.rows);
    const node = splitNode(tree, parent.node, parent.split);
    counts.push(middle - parent.start, parent.end - middle);
    const isLeftSmaller = middle - parent.start <= parent.end - middle;
    const spare = histograms[leaves.length];
    const left = makeLeaf(node, parent.start, middle, isLeftSmaller ? spare : parent.histogram);
    const right = makeLeaf(node + 1, middle, parent.end, isLeftSmaller ? parent.histogram : spare);
    const small = isLeftSmaller ? left : right;
    // The histograms of the last two leaves are never read.
    if (leaves.length + 1 < limits.maxLeaves) {
      fillHistogram(spare, data, columns, rows.subarray(small.start, small.end), packed);
      subtractHistogram(parent.histogram, spare, data, columns);
      search(left);
      search(right);
    }
    leaves[at] = left;
    leaves.push(right);
  }
  for (const leaf of leaves) tree.value[leaf.node] = settleLeaf(rows.subarray(leaf.start, leaf.end));
  fillInnerValues(tree, counts);
  return tree;
}

/** Where the leaf of greatest gain is; -1 where no leaf can be split. */
function indexOfBest(leaves: Leaf[]): number {
  let best = -1;
  let gain = 0;
  leaves.forEach(({ split }, i) => {
    if (split === undefined || split.gain <= gain) return;
    gain = split.gain;
    best = i;
  });
  return best;
}

/** Makes a leaf an inner node; returns its left child. */
function splitNode(tree: BinnedTree, node: number, split: Split): number {
  const left = tree.feature.length;
  tree.feature[node] = split.column;
  tree.bin[node] = split.bin;
  tree.left[node] = left;
  tree.feature.push(-1, -1);
  tree.bin.push(0, 0);
  tree.left.push(0, 0);
  tree.value.push(0, 0);
  return left;
}

/** Moves the rows that go left to the front, keeping the order within both sides; returns where the right side starts. */
function partition(
  data: BinnedColumns,
  rows: Int32Array,
  { start, end }: Leaf,
  { column, bin }: Split,
  scratch: Int32Array,
): number {
  const { codes } = data;
  const offset = column * data.rows;
  let middle = start;
  let right = 0;
  for (let i = start; i < end; i++) {
    const row = rows[i];
    if (codes[offset + row] <= bin) rows[middle++] = row;
    else scratch[right++] = row;
  }
  rows.set(scratch.subarray(0, right), middle);
  return middle;
}

function fillInnerValues(tree: BinnedTree, counts: number[]): void {
  for (let node = counts.length - 1; node >= 0; node--) {
    const left = tree.left[node];
    if (left === 0) continue;
    const sum = counts[left] * tree.value[left] + counts[left + 1] * tree.value[left + 1];
    tree.value[node] = sum / counts[node];
  }
}
