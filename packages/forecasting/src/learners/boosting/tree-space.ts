import { type Block, COLUMN_STRIDE, type Kernel, takeBlocks } from '../../kernel/kernel.ts';
import type { BinnedColumns } from './bins.ts';

/** 32-bit integers in the kernel's memory. */
export interface IntegerBlock {
  address: number;
  values: Int32Array;
}

/** What trees are grown on, one after the other, in the kernel's memory: it stands until somebody else takes blocks there. */
export interface TreeSpace {
  kernel: Kernel;
  /** Address of the codes. */
  codes: number;
  /** Where the kernel finds the state of the stream of random numbers, and leaves it. */
  random: IntegerBlock;
  /** Chance of each group of rows to be seen by a tree. */
  chances: Block;
  /** All rows: those that the tree sees first, reordered so that the rows of a leaf lie side by side. */
  order: IntegerBlock;
  /** Address of room for as many rows. */
  scratch: number;
  /** Columns that the tree may split on. */
  columns: IntegerBlock;
  /** Number of codes of each column of the data. */
  widths: IntegerBlock;
  /** Where the kernel writes a split: its column and bin. */
  split: IntegerBlock;
  packed: Block;
  residuals: Block;
  /** Room for the residuals of a leaf, and for as many numbers beside them. */
  leaf: Block;
  leafScratch: number;
  /** One for each leaf. */
  histograms: Block[];
  nodes: IntegerBlock;
  nodeValues: Block;
}

/** Integers of a node, see `KernelFunctions.subtractTree`. */
export const NODE_STRIDE = 4;

export function createTreeSpace(
  kernel: Kernel,
  data: BinnedColumns,
  {
    columnCount,
    maxLeaves,
    groupChances,
  }: { columnCount: number; maxLeaves: number; groupChances: ArrayLike<number> },
): TreeSpace {
  const nodeCount = 2 * maxLeaves;
  const histogramLength = columnCount * COLUMN_STRIDE;
  const blocks = takeBlocks(kernel, {
    codes: Math.ceil(data.codes.length / 8),
    random: 1,
    chances: groupChances.length,
    order: Math.ceil(data.rows / 2),
    scratch: Math.ceil(data.rows / 2) + 1,
    columns: Math.ceil(columnCount / 2),
    widths: Math.ceil(data.columns.length / 2),
    split: 1,
    packed: data.rows,
    residuals: data.rows,
    leaf: data.rows,
    leafScratch: data.rows,
    histograms: maxLeaves * histogramLength,
    nodes: (nodeCount * NODE_STRIDE) / 2,
    nodeValues: nodeCount,
  });
  const { codes, histograms } = blocks;
  const widths = integersOf(blocks.widths, data.columns.length);
  widths.values.set(data.edges.map((edges) => edges.length + 2));
  new Uint8Array(codes.values.buffer, codes.address, data.codes.length).set(data.codes);
  blocks.chances.values.set(groupChances);
  return {
    kernel,
    codes: codes.address,
    random: integersOf(blocks.random, 1),
    chances: blocks.chances,
    order: integersOf(blocks.order, data.rows),
    scratch: blocks.scratch.address,
    columns: integersOf(blocks.columns, columnCount),
    widths,
    split: integersOf(blocks.split, 2),
    packed: blocks.packed,
    residuals: blocks.residuals,
    leaf: blocks.leaf,
    leafScratch: blocks.leafScratch.address,
    histograms: Array.from({ length: maxLeaves }, (_, leaf) => ({
      address: histograms.address + leaf * histogramLength * Float64Array.BYTES_PER_ELEMENT,
      values: histograms.values.subarray(leaf * histogramLength, (leaf + 1) * histogramLength),
    })),
    nodes: integersOf(blocks.nodes, nodeCount * NODE_STRIDE),
    nodeValues: blocks.nodeValues,
  };
}

function integersOf({ address, values }: Block, length: number): IntegerBlock {
  return { address, values: new Int32Array(values.buffer, address, length) };
}
