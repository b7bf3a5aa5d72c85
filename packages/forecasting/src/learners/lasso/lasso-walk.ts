import { type Block, type Kernel, paddedWidth } from '../../kernel/kernel.ts';

/** A column that the active ones explain to this share of its square counts as dependent and stays out. */
const DEPENDENT = 1e-9;

/** A Gram matrix in the kernel's memory: rows of `stride` numbers, of which the first `columns` count. */
export interface KernelGram {
  block: Block;
  stride: number;
  columns: number;
}

/** What a walk keeps in the kernel's memory, by length. */
export function walkLengths(columns: number): Record<WalkArray, number> {
  const width = paddedWidth(columns);
  const byColumn = { correlations: width, slopes: width, bounds: width, rates: width };
  const byPosition = { active: width / 2, direction: width, z: width, inverse: width, rotations: 2 * width };
  return { ...byColumn, ...byPosition, lower: width * width, results: 1 };
}

type WalkBlocks = Record<WalkArray, Block>;

type WalkArray =
  | 'correlations'
  | 'slopes'
  | 'bounds'
  | 'rates'
  | 'active'
  | 'direction'
  | 'z'
  | 'inverse'
  | 'rotations'
  | 'lower'
  | 'results';

/**
 * Follows the minimiser of |y - Xb|^2 / 2 + sum of w_j |b_j| while the bounds w_j move in straight lines, w_j - t v_j for t from 0
 * on. Between two events (a column joins, or a coefficient reaches 0) b is linear in t, which is least-angle regression where
 * w = lambda v. One event costs k p + 2 k^2 multiply-adds with k active of p columns.
 */
export interface LassoWalk {
  kernel: Kernel;
  gram: KernelGram;
  blocks: WalkBlocks;
  active: Int32Array;
  /** By position in `active`: the sign of the correlation, and the coefficient. */
  signs: Float64Array;
  coefficients: Float64Array;
  count: number;
  /** 1 where a column is active, constant or dependent on the active ones, and so cannot join. */
  isOut: Uint8Array;
  dependent: number[];
  /** w at the beginning of the leg, and t. */
  origins: Float64Array;
  travelled: number;
  /** Sum over the active columns of d_i s_i v_i in the last step, d being the change of b with t. */
  alignment: number;
  /** The columns of the last event, -1 where there is none. */
  joining: number;
  dropped: number;
}

export function createWalk(kernel: Kernel, gram: KernelGram, blocks: WalkBlocks): LassoWalk {
  const width = paddedWidth(gram.columns);
  const { values, address } = blocks.active;
  return {
    kernel,
    gram,
    blocks,
    active: new Int32Array(values.buffer, address, width),
    signs: new Float64Array(width),
    coefficients: new Float64Array(width),
    count: 0,
    isOut: new Uint8Array(gram.columns),
    dependent: [],
    origins: new Float64Array(gram.columns),
    travelled: 0,
    alignment: 0,
    joining: -1,
    dropped: -1,
  };
}

/** Puts the walk at b = 0, before any leg. Returns the largest correlation of a column, each divided by its length. */
export function resetWalk(walk: LassoWalk, cross: Float64Array, lengths: Float64Array): number {
  const { gram, blocks, isOut } = walk;
  blocks.correlations.values.set(cross);
  walk.count = 0;
  walk.dependent.length = 0;
  let largest = 0;
  for (let j = 0; j < gram.columns; j++) {
    const isConstant = !(gram.block.values[j * gram.stride + j] > 0);
    isOut[j] = isConstant ? 1 : 0;
    if (!isConstant) largest = Math.max(largest, Math.abs(cross[j]) / lengths[j]);
  }
  return largest;
}

/** Begins a leg from where the walk is. The bounds must be those of the place: |c_j| of every active column. */
export function beginLeg(walk: LassoWalk, origins: Float64Array, rates: Float64Array): void {
  const { blocks, isOut, active, signs, count } = walk;
  walk.origins.set(origins);
  walk.travelled = 0;
  walk.joining = -1;
  walk.dropped = -1;
  blocks.rates.values.set(rates);
  freeDependent(walk);
  const bounds = blocks.bounds.values.fill(Infinity);
  for (let j = 0; j < isOut.length; j++) if (isOut[j] === 0) bounds[j] = origins[j];
  const z = blocks.z.values;
  for (let i = 0; i < count; i++) z[i] = signs[i] * rates[active[i]];
  solveLower(walk);
}

/** Goes to the next event, but not beyond `limit`, and returns how far t moved. */
export function stepWalk(walk: LassoWalk, limit: number): number {
  const { kernel, gram, blocks, active, coefficients } = walk;
  if (walk.joining >= 0) join(walk, walk.joining);
  const { count } = walk;
  const { correlations, slopes, bounds, rates, direction, results } = blocks;
  const width = paddedWidth(gram.columns);
  solveDirection(walk);
  combineActive(walk);
  // prettier-ignore
  const joining = kernel.nearestJoin(correlations.address, slopes.address, bounds.address, rates.address, width, walk.dropped, limit, results.address);
  let length = results.values[0];
  let dropping = -1;
  let alignment = 0;
  for (let i = 0; i < count; i++) {
    const reach = -coefficients[i] / direction.values[i];
    alignment += direction.values[i] * walk.signs[i] * rates.values[active[i]];
    if (reach > 0 && reach < length) {
      length = reach;
      dropping = i;
    }
  }
  for (let i = 0; i < count; i++) coefficients[i] += length * direction.values[i];
  kernel.advance(correlations.address, slopes.address, width, length);
  kernel.advance(bounds.address, rates.address, width, length);
  walk.alignment = alignment;
  walk.travelled += length;
  walk.joining = dropping < 0 ? joining : -1;
  walk.dropped = dropping < 0 ? -1 : active[dropping];
  if (dropping >= 0) drop(walk, dropping);
  return length;
}

/** Solves the active columns' equations once more for what rounding has left, all bounds being `bound` now. */
export function polishWalk(walk: LassoWalk, cross: Float64Array, bound: number): void {
  const { blocks, active, signs, coefficients, count } = walk;
  refreshCorrelations(walk, cross);
  for (let i = 0; i < count; i++) {
    blocks.z.values[i] = blocks.correlations.values[active[i]] - signs[i] * bound;
  }
  solveLower(walk);
  solveDirection(walk);
  for (let i = 0; i < count; i++) coefficients[i] += blocks.direction.values[i];
  refreshCorrelations(walk, cross);
}

/** Adds a column to the factor: false, and nothing changes, where the active ones explain it but for `tolerance`. */
export function appendColumn(walk: LassoWalk, column: number, tolerance: number): boolean {
  const { kernel, gram, blocks, count } = walk;
  const { lower, inverse, active, z, results } = blocks;
  const capacity = paddedWidth(gram.columns);
  const own = gram.block.values[column * gram.stride + column];
  const row = gram.block.address + column * gram.stride * Float64Array.BYTES_PER_ELEMENT;
  // prettier-ignore
  const explained = kernel.appendToFactor(lower.address, capacity, inverse.address, count, row, active.address, z.address, results.address);
  const remaining = own - explained;
  if (!(remaining > tolerance * own)) return false;
  const diagonal = Math.sqrt(remaining);
  lower.values[count * capacity + count] = diagonal;
  inverse.values[count] = 1 / diagonal;
  walk.active[count] = column;
  walk.count = count + 1;
  return true;
}

/** z = L^-1 z. */
export function solveLower({ kernel, gram, blocks, count }: LassoWalk): void {
  const { lower, inverse, z } = blocks;
  kernel.solveLower(lower.address, paddedWidth(gram.columns), inverse.address, count, z.address);
}

/** direction = L'^-1 z. */
function solveDirection({ kernel, gram, blocks, count }: LassoWalk): void {
  const { lower, inverse, z, direction } = blocks;
  // prettier-ignore
  kernel.solveUpper(lower.address, paddedWidth(gram.columns), inverse.address, count, z.address, direction.address);
}

/** slopes = the active rows of the Gram matrix, weighted by direction. */
function combineActive({ kernel, gram, blocks, count }: LassoWalk): void {
  const { active, direction, slopes } = blocks;
  // prettier-ignore
  kernel.combineRows(gram.block.address, gram.stride, active.address, direction.address, count, slopes.address, paddedWidth(gram.columns));
}

function join(walk: LassoWalk, column: number): void {
  const { blocks, count } = walk;
  walk.isOut[column] = 1;
  blocks.bounds.values[column] = Infinity;
  if (!appendColumn(walk, column, DEPENDENT)) {
    walk.dependent.push(column);
    return;
  }
  const sign = Math.sign(blocks.correlations.values[column]);
  walk.signs[count] = sign;
  walk.coefficients[count] = 0;
  const rest = sign * blocks.rates.values[column] - blocks.results.values[0];
  blocks.z.values[count] = rest * blocks.inverse.values[count];
}

function drop(walk: LassoWalk, position: number): void {
  const { kernel, gram, blocks, active, signs, coefficients, count } = walk;
  const { lower, inverse, z, rotations } = blocks;
  const column = active[position];
  const sign = signs[position];
  // prettier-ignore
  kernel.removeFromFactor(lower.address, paddedWidth(gram.columns), inverse.address, count, z.address, position, rotations.address);
  active.copyWithin(position, position + 1, count);
  signs.copyWithin(position, position + 1, count);
  coefficients.copyWithin(position, position + 1, count);
  walk.count = count - 1;
  blocks.correlations.values[column] = sign * admit(walk, column);
  // What depended on the active columns may be independent of the ones that are left.
  freeDependent(walk);
}

function freeDependent(walk: LassoWalk): void {
  for (const column of walk.dependent) admit(walk, column);
  walk.dependent.length = 0;
}

/** Lets a column join again and returns the bound that it has by now. */
function admit(walk: LassoWalk, column: number): number {
  const bound = walk.origins[column] - walk.travelled * walk.blocks.rates.values[column];
  walk.isOut[column] = 0;
  walk.blocks.bounds.values[column] = bound;
  return bound;
}

/** c = X'y - X'Xb from the coefficients. */
function refreshCorrelations(walk: LassoWalk, cross: Float64Array): void {
  const { blocks, coefficients, count } = walk;
  blocks.direction.values.set(coefficients.subarray(0, count));
  combineActive(walk);
  for (let j = 0; j < cross.length; j++) blocks.correlations.values[j] = cross[j] - blocks.slopes.values[j];
}
