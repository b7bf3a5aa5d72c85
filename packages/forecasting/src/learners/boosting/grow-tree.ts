import { type Block, ROW_UNIT } from '../../kernel/kernel.ts';
import type { BinnedColumns } from './bins.ts';
import type { BinnedTree } from './tree.ts';
import type { TreeSpace } from './tree-space.ts';

export interface TreeLimits extends SplitLimits {
  maxLeaves: number;
}

interface Leaf {
  node: number;
  /** Its rows: from `start` to before `end`. */
  start: number;
  end: number;
  histogram: Block;
  split: Split | undefined;
}

/**
 * Grows a tree leaf by leaf, always the split of greatest gain next, on the first `rowCount` rows of the space's order and its columns.
 * The histogram of the smaller child is counted, that of its sibling is what remains of the parent's. `settleLeaf` gives the value
 * of a leaf from its rows. Source: Ke et al. (2017), LightGBM, NeurIPS 30.
 */
export function growTree(
  data: BinnedColumns,
  { rowCount, slopes }: { rowCount: number; slopes: Float64Array },
  limits: TreeLimits,
  space: TreeSpace,
  settleLeaf: (rows: Int32Array) => number,
): BinnedTree {
  const { histograms } = space;
  const rows = space.order.values.subarray(0, rowCount);
  const columns = space.columns.values;
  packSlopes(slopes, rows, space.packed.values);
  const tree: BinnedTree = { feature: [-1], bin: [0], left: [0], value: [0] };
  const counts = [rowCount];
  const search = (leaf: Leaf): Leaf => {
    if (leaf.end - leaf.start >= 2 * limits.minLeafRows) {
      leaf.split = findSplit(space, leaf.histogram, totalOf(leaf.histogram.values, data, columns), limits);
    }
    return leaf;
  };

  fillHistogram(space, data, histograms[0], { start: 0, end: rowCount });
  const leaves = [search({ node: 0, start: 0, end: rowCount, histogram: histograms[0], split: undefined })];
  while (leaves.length < limits.maxLeaves) {
    const at = indexOfBest(leaves);
    const parent = leaves[at];
    if (parent?.split === undefined) break;
    const middle = partition(space, data, parent, parent.split);
    const node = splitNode(tree, parent.node, parent.split);
    counts.push(middle - parent.start, parent.end - middle);
    const isLeftSmaller = middle - parent.start <= parent.end - middle;
    const spare = histograms[leaves.length];
    const [ofLeft, ofRight] = isLeftSmaller ? [spare, parent.histogram] : [parent.histogram, spare];
    const left: Leaf = { node, start: parent.start, end: middle, histogram: ofLeft, split: undefined };
    const right: Leaf = {
      node: node + 1,
      start: middle,
      end: parent.end,
      histogram: ofRight,
      split: undefined,
    };
    // The histograms of the last two leaves are never read.
    if (leaves.length + 1 < limits.maxLeaves) {
      fillHistogram(space, data, spare, isLeftSmaller ? left : right);
      subtractHistogram(space, parent.histogram, spare);
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

/** Sums of the packed slopes in each bin of the tree's columns, over the rows of a leaf. O(rows x columns). */
function fillHistogram(
  { kernel, codes, columns, order, packed }: TreeSpace,
  data: BinnedColumns,
  histogram: Block,
  { start, end }: Pick<Leaf, 'start' | 'end'>,
): void {
  kernel.fillHistogram(
    codes,
    data.rows,
    columns.address,
    columns.values.length,
    order.address + start * Int32Array.BYTES_PER_ELEMENT,
    end - start,
    packed.address,
    histogram.address,
  );
}

/** Turns the histogram of a leaf into that of one child, given the other's. */
function subtractHistogram({ kernel, columns, widths }: TreeSpace, parent: Block, child: Block): void {
  kernel.subtractHistogram(
    parent.address,
    child.address,
    columns.address,
    columns.values.length,
    widths.address,
  );
}

/** The first split of greatest gain, or undefined where none has a gain and enough rows on both sides. */
function findSplit(
  { kernel, columns, widths, split }: TreeSpace,
  histogram: Block,
  total: number,
  { minLeafRows, shrinkage }: SplitLimits,
): Split | undefined {
  const gain = kernel.findSplit(
    histogram.address,
    columns.address,
    columns.values.length,
    widths.address,
    total,
    minLeafRows,
    shrinkage,
    split.address,
  );
  const [column, bin] = split.values;
  return gain > 0 ? { gain, column, bin } : undefined;
}

/** Moves the rows that go left to the front, keeping the order within both sides; returns where the right side starts. */
function partition(
  { kernel, codes, order, scratch }: TreeSpace,
  data: BinnedColumns,
  { start, end }: Leaf,
  { column, bin }: Split,
): number {
  const rows = order.address + start * Int32Array.BYTES_PER_ELEMENT;
  return start + kernel.partitionRows(rows, end - start, codes + column * data.rows, bin, scratch);
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

function fillInnerValues(tree: BinnedTree, counts: number[]): void {
  for (let node = counts.length - 1; node >= 0; node--) {
    const left = tree.left[node];
    if (left === 0) continue;
    const sum = counts[left] * tree.value[left] + counts[left + 1] * tree.value[left + 1];
    tree.value[node] = sum / counts[node];
  }
}

/** The best cut of a leaf in two. */
export interface Split {
  /** Fall of the squared loss of the slopes; > 0. */
  gain: number;
  column: number;
  /** Codes up to `bin` go left. */
  bin: number;
}

export interface SplitLimits {
  /** Fewest rows on either side. */
  minLeafRows: number;
  /** Added to the number of rows of a side when its mean is taken; >= 0. */
  shrinkage: number;
}

/**
 * The slopes of `rows` as whole multiples of a small unit, each with ROW_UNIT added, in the order of `rows`. No sum of
 * them leaves +-2^31. All 0 slopes give bare row units.
 */
export function packSlopes(slopes: Float64Array, rows: Int32Array, packed: Float64Array): void {
  let largest = 0;
  for (let i = 0; i < rows.length; i++) largest = Math.max(largest, Math.abs(slopes[rows[i]]));
  const steps = Math.floor((2 ** 31 - 1) / rows.length);
  const scale = largest > 0 ? steps / largest : 0;
  for (let i = 0; i < rows.length; i++) packed[rows[i]] = ROW_UNIT + Math.round(slopes[rows[i]] * scale);
}

/** Sum of a leaf's packed slopes, from what its histogram has of any column. */
export function totalOf(histogram: Float64Array, data: BinnedColumns, columns: Int32Array): number {
  let total = 0;
  for (let code = 0; code < data.edges[columns[0]].length + 2; code++) total += histogram[code];
  return total;
}
