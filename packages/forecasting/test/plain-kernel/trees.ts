import { COLUMN_STRIDE, ROW_UNIT } from '../../src/kernel/kernel.ts';
import { nextLehmerState, uniformOf } from '../../src/learners/boosting/random.ts';
import type { Heap } from './plain-kernel.ts';

/**
 * Draws each group of `groupRows` consecutive rows by its chance, one number of the generator whose state stands at `state` for each, and puts
 * those that are drawn first in `order`, the others after them from the end; returns how many rows are drawn.
 */
export function drawGroups(
  { numbers, integers }: Heap,
  state: number,
  chances: number,
  groups: number,
  groupRows: number,
  order: number,
): number {
  const first = order >> 2;
  let seen = first;
  let unseen = first + groups * groupRows - 1;
  let lehmer = integers[state >> 2];
  for (let group = 0; group < groups; group++) {
    lehmer = nextLehmerState(lehmer);
    const isSeen = uniformOf(lehmer) < numbers[(chances >> 3) + group];
    for (let row = group * groupRows; row < (group + 1) * groupRows; row++) {
      if (isSeen) integers[seen++] = row;
      else integers[unseen--] = row;
    }
  }
  integers[state >> 2] = lehmer;
  return seen - first;
}

/** Sums of `packed` by code, over `count` rows, for each of the columns, whose codes begin at `codes + column * stride`. */
export function fillHistogram(
  { numbers, integers, bytes }: Heap,
  codes: number,
  stride: number,
  columns: number,
  columnCount: number,
  rows: number,
  count: number,
  packed: number,
  out: number,
): void {
  const histogram = out >> 3;
  numbers.fill(0, histogram, histogram + columnCount * COLUMN_STRIDE);
  for (let k = 0; k < columnCount; k++) {
    const column = codes + integers[(columns >> 2) + k] * stride;
    const sums = histogram + k * COLUMN_STRIDE;
    for (let i = 0; i < count; i++) {
      const row = integers[(rows >> 2) + i];
      numbers[sums + bytes[column + row]] += numbers[(packed >> 3) + row];
    }
  }
}

/** Takes a child's histogram from its parent's: what remains is the other child's. `widths` has the number of codes of every column. */
export function subtractHistogram(
  { numbers, integers }: Heap,
  parent: number,
  child: number,
  columns: number,
  columnCount: number,
  widths: number,
): void {
  for (let k = 0; k < columnCount; k++) {
    const width = integers[(widths >> 2) + integers[(columns >> 2) + k]];
    for (let at = k * COLUMN_STRIDE; at < k * COLUMN_STRIDE + width; at++) {
      numbers[(parent >> 3) + at] -= numbers[(child >> 3) + at];
    }
  }
}

/**
 * The first split of greatest gain of a leaf whose packed slopes add up to `total`: returns the gain, 0 where none has one and enough rows on
 * both sides, and writes the column and the last code that goes left.
 */
export function findSplit(
  { numbers, integers }: Heap,
  histogram: number,
  columns: number,
  columnCount: number,
  widths: number,
  total: number,
  minLeafRows: number,
  shrinkage: number,
  out: number,
): number {
  const rows = Math.round(total / ROW_UNIT);
  const slopes = total - rows * ROW_UNIT;
  const whole = (slopes * slopes) / (rows + shrinkage);
  const least = whole * (1 + 1e-12);
  let best = least;
  for (let k = 0; k < columnCount; k++) {
    const column = integers[(columns >> 2) + k];
    const last = integers[(widths >> 2) + column] - 1;
    const from = (histogram >> 3) + k * COLUMN_STRIDE;
    let left = 0;
    for (let code = 0; code < last; code++) {
      left += numbers[from + code];
      const leftRows = Math.round(left / ROW_UNIT);
      if (leftRows < minLeafRows) continue;
      const rightRows = rows - leftRows;
      if (rightRows < minLeafRows) break;
      const leftSlopes = left - leftRows * ROW_UNIT;
      const rightSlopes = slopes - leftSlopes;
      const score =
        (leftSlopes * leftSlopes) / (leftRows + shrinkage) +
        (rightSlopes * rightSlopes) / (rightRows + shrinkage);
      if (score <= best) continue;
      best = score;
      integers[out >> 2] = column;
      integers[(out >> 2) + 1] = code;
    }
  }
  return best > least ? best - whole : 0;
}

/** Moves the rows whose code is at most `bin` to the front, both sides in order; returns how many there are in front. */
export function partitionRows(
  { integers, bytes }: Heap,
  rows: number,
  count: number,
  codes: number,
  bin: number,
  scratch: number,
): number {
  const first = rows >> 2;
  let front = first;
  let back = scratch >> 2;
  for (let i = first; i < first + count; i++) {
    const row = integers[i];
    if (bytes[codes + row] <= bin) integers[front++] = row;
    else integers[back++] = row;
  }
  integers.copyWithin(front, scratch >> 2, back);
  return front - first;
}

/** Subtracts a tree's value at each row from its residual; a node is the first byte of its column's codes, its bin, its left child and nothing. */
export function subtractTree(
  { numbers, integers, bytes }: Heap,
  nodes: number,
  values: number,
  codes: number,
  rows: number,
  count: number,
  residuals: number,
): void {
  for (let i = 0; i < count; i++) {
    const row = integers[(rows >> 2) + i];
    let node = 0;
    for (;;) {
      const at = (nodes >> 2) + 4 * node;
      const left = integers[at + 2];
      if (left === 0) break;
      node = left + (bytes[codes + integers[at] + row] > integers[at + 1] ? 1 : 0);
    }
    numbers[(residuals >> 3) + row] -= numbers[(values >> 3) + node];
  }
}
