import type { Heap } from './plain-kernel.ts';

/** Places of one column in a histogram, one for each code. */
const COLUMN_STRIDE = 256;

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
