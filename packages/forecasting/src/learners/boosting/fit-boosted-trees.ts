import { type Tree, leafOf, subtractTree, toTree } from './tree.ts';
import type { DesignMatrix } from '../../features/design-matrix.ts';
import { type BinnedColumns, binColumns } from './bins.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { growTree } from './grow-tree.ts';
import { type Loss, bestConstant, checkLoss, fillSlopes } from './losses.ts';
import { type UniformStream, createUniformStream, drawSubset } from './random.ts';
import { type TreeSpace, createTreeSpace } from './tree-space.ts';

export interface BoostingOptions {
  loss: Loss;
  trees: number;
  /** Share of its best constant that a leaf adds, in (0, 1]. */
  learningRate: number;
  maxLeaves: number;
  /** Fewest rows of a leaf, of those that the tree sees. */
  minLeafRows: number;
  /** Rows of value 0 that every leaf counts besides its own; >= 0. */
  shrinkage: number;
  /** Share of the columns that each tree may split on, in (0, 1]. */
  columnShare: number;
  /** Consecutive rows that a tree sees or leaves out together, such as the slots of a day. Divides the number of rows. */
  groupRows: number;
  /** Chance of each group to be seen by a tree, in [0, 1]. */
  groupChances: ArrayLike<number>;
  /** Most bins of a column, 2 to 255. */
  maxBins: number;
  seed: number;
}

/** Boosted trees as plain JSON: forecast = base + the value of the leaf of every tree. */
export interface BoostedTrees {
  columns: string[];
  base: number;
  trees: Tree[];
}

/**
 * Stochastic gradient boosting of regression trees on histograms. NaN features are allowed and count as below all numbers;
 * targets are finite. Deterministic for a seed. O(trees x rows x columns x log leaves) at the shares drawn.
 * Source: Friedman (2001), Annals of Statistics 29(5), and Friedman (2002), Comp. Statistics & Data Analysis 38(4).
 */
export function fitBoostedTrees(
  kernel: Kernel,
  features: DesignMatrix,
  target: ArrayLike<number>,
  options: BoostingOptions,
): BoostedTrees {
  return fitBoostedSeeds(kernel, features, target, options, [options.seed])[0];
}

/** The same once for each seed, from columns that are binned once. */
export function fitBoostedSeeds(
  kernel: Kernel,
  features: DesignMatrix,
  target: ArrayLike<number>,
  options: Omit<BoostingOptions, 'seed'>,
  seeds: readonly number[],
): BoostedTrees[] {
  return fitBinnedSeeds(kernel, binColumns(features, options.maxBins), target, options, seeds);
}

/** The same from columns that several targets share, see `binColumns`. */
export function fitBinnedSeeds(
  kernel: Kernel,
  data: BinnedColumns,
  target: ArrayLike<number>,
  options: Omit<BoostingOptions, 'seed' | 'maxBins'>,
  seeds: readonly number[],
): BoostedTrees[] {
  checkOptions(data, target, options);
  return seeds.map((seed) => boost(kernel, data, target, { ...options, seed }));
}

function boost(
  kernel: Kernel,
  data: BinnedColumns,
  target: ArrayLike<number>,
  options: Omit<BoostingOptions, 'maxBins'>,
): BoostedTrees {
  const { loss, learningRate, shrinkage, maxLeaves, groupRows, groupChances } = options;
  const uniform = createUniformStream(options.seed);
  const base = bestConstant(loss, Float64Array.from(target));
  const columnCount = Math.max(1, Math.round(options.columnShare * data.columns.length));
  const space = createTreeSpace(kernel, data, { columnCount, maxLeaves, groupChances });
  const residuals = space.residuals.values;
  for (let row = 0; row < data.rows; row++) residuals[row] = target[row] - base;
  const slopes = new Float64Array(data.rows);
  const { leaf, leafScratch } = space;
  const leafMedian = ({ length }: Float64Array): number => kernel.median(leaf.address, length, leafScratch);
  /** The value of a leaf, which is also taken from the residuals of its rows. */
  const settleLeaf = (rows: Int32Array): number => {
    const count = rows.length;
    for (let i = 0; i < count; i++) leaf.values[i] = residuals[rows[i]];
    const best = bestConstant(loss, leaf.values.subarray(0, count), leafMedian);
    const value = (learningRate * best * count) / (count + shrinkage);
    for (let i = 0; i < count; i++) residuals[rows[i]] -= value;
    return value;
  };
  const trees: Tree[] = [];
  for (let k = 0; k < options.trees; k++) {
    const rowCount = drawGroups(space, groupRows, uniform);
    space.columns.values.set(drawSubset(data.columns.length, columnCount, uniform.next));
    if (rowCount === 0) continue;
    fillSlopes(loss, residuals, slopes);
    const tree = growTree(data, { rowCount, slopes }, options, space, settleLeaf);
    subtractTree(tree, data, space, rowCount);
    trees.push(toTree(tree, data));
  }
  return { columns: data.columns, base, trees };
}

/** Puts the rows that the next tree sees first, the others after them from the end; returns how many it sees. */
function drawGroups(
  { kernel, random, chances, order }: TreeSpace,
  groupRows: number,
  uniform: UniformStream,
): number {
  random.values[0] = uniform.state;
  const seen = kernel.drawGroups(
    random.address,
    chances.address,
    chances.values.length,
    groupRows,
    order.address,
  );
  uniform.state = random.values[0];
  return seen;
}

function checkOptions(
  { rows, columns }: Pick<DesignMatrix, 'rows' | 'columns'>,
  target: ArrayLike<number>,
  options: Omit<BoostingOptions, 'seed' | 'maxBins'>,
): void {
  checkLoss(options.loss);
  if (rows === 0 || columns.length === 0)
    throw new RangeError('Boosting needs at least one row and one column.');
  if (target.length !== rows)
    throw new RangeError(`There are ${rows} rows of features and ${target.length} targets.`);
  for (let i = 0; i < rows; i++) {
    if (!Number.isFinite(target[i])) throw new RangeError(`Target ${i} is ${target[i]}; targets are finite.`);
  }
  const { groupRows, groupChances } = options;
  if (groupRows * groupChances.length !== rows) {
    throw new RangeError(
      `${groupChances.length} groups of ${groupRows} rows do not make the ${rows} rows there are.`,
    );
  }
  requireWhole('trees', options.trees, 1);
  requireWhole('maxLeaves', options.maxLeaves, 2);
  requireWhole('minLeafRows', options.minLeafRows, 1);
  requireShare('learningRate', options.learningRate);
  requireShare('columnShare', options.columnShare);
  if (!(options.shrinkage >= 0 && options.shrinkage < Infinity)) {
    throw new RangeError(`shrinkage is a number of rows, at least 0; got ${options.shrinkage}.`);
  }
}

function requireWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new RangeError(`${name} is a whole number, at least ${least}; got ${value}.`);
  }
}

function requireShare(name: string, value: number): void {
  if (!(value > 0 && value <= 1))
    throw new RangeError(`${name} lies above 0 and at most at 1; got ${value}.`);
}

/** The chance of each day for every one of its `slots` rows, so that a tree draws each hour for itself and sees something of most days. */
export function chancesOfRows(dayChances: readonly number[], slots: number): Float64Array {
  const chances = new Float64Array(dayChances.length * slots);
  dayChances.forEach((chance, day) => chances.fill(chance, day * slots, (day + 1) * slots));
  return chances;
}

/** The forecast of one row of features, in the order of `fitted.columns`. Features may be NaN. */
export function predictBoostedTrees(fitted: BoostedTrees, features: ArrayLike<number>): number {
  let forecast = fitted.base;
  for (const tree of fitted.trees) forecast += tree.value[leafOf(tree, features)];
  return forecast;
}
