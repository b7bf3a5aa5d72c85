import type { Heap } from './plain-kernel.ts';

/**
 * The Cholesky factor L of the active columns' Gram matrix: row i starts at `lower + i * capacity` numbers, `inverse` holds
 * 1 / L[i][i], and z = L^-1 r for a right side r is kept beside it. This writes the row of a new variable: its products
 * `matrixRow[active[i]]` with the ones there are, forward-solved. Returns the sum of the row's squares; its product with z goes
 * to `withZ`.
 */
export function appendToFactor(
  { numbers, integers }: Heap,
  lower: number,
  capacity: number,
  inverse: number,
  size: number,
  matrixRow: number,
  active: number,
  z: number,
  withZ: number,
): number {
  const first = lower >> 3;
  const row = first + size * capacity;
  let squares = 0;
  let product = 0;
  for (let i = 0; i < size; i++) {
    const column = integers[(active >> 2) + i];
    const rest = numbers[(matrixRow >> 3) + column] - dot(numbers, first + i * capacity, row, i);
    const entry = rest * numbers[(inverse >> 3) + i];
    numbers[row + i] = entry;
    squares += entry * entry;
    product += entry * numbers[(z >> 3) + i];
  }
  numbers[withZ >> 3] = product;
  return squares;
}

/** values = L^-1 values. */
export function solveLower(
  { numbers }: Heap,
  lower: number,
  capacity: number,
  inverse: number,
  size: number,
  values: number,
): void {
  const at = values >> 3;
  for (let i = 0; i < size; i++) {
    const rest = numbers[at + i] - dot(numbers, (lower >> 3) + i * capacity, at, i);
    numbers[at + i] = rest * numbers[(inverse >> 3) + i];
  }
}

/** out = L'^-1 values. */
export function solveUpper(
  { numbers }: Heap,
  lower: number,
  capacity: number,
  inverse: number,
  size: number,
  values: number,
  out: number,
): void {
  const at = out >> 3;
  numbers.copyWithin(at, values >> 3, (values >> 3) + size);
  for (let i = size - 1; i >= 0; i--) {
    const solved = numbers[at + i] * numbers[(inverse >> 3) + i];
    numbers[at + i] = solved;
    const row = (lower >> 3) + i * capacity;
    for (let k = 0; k < i; k++) numbers[at + k] -= solved * numbers[row + k];
  }
}

/**
 * Takes out the variable at `position` and restores the triangle and z by Givens rotations of neighbouring columns: row by row, each
 * through the rotations of the rows above, which `rotations` keeps as pairs of cosine and sine. It has two numbers a column.
 */
export function removeFromFactor(
  { numbers }: Heap,
  lower: number,
  capacity: number,
  inverse: number,
  size: number,
  z: number,
  position: number,
  rotations: number,
): void {
  const pairs = numbers.subarray(rotations >> 3);
  for (let i = position; i < size - 1; i++) {
    const row = (lower >> 3) + i * capacity;
    numbers.copyWithin(row, row + capacity, row + capacity + i + 2);
    rotate(numbers, row + position, i - position, pairs);
    const a = numbers[row + i];
    const b = numbers[row + i + 1];
    const radius = Math.sqrt(a * a + b * b);
    numbers[row + i] = radius;
    numbers[(inverse >> 3) + i] = 1 / radius;
    pairs[2 * (i - position)] = a / radius;
    pairs[2 * (i - position) + 1] = b / radius;
  }
  rotate(numbers, (z >> 3) + position, size - 1 - position, pairs);
}

/** Applies the first `count` rotations to neighbours from `at` on, one after the other. */
function rotate(numbers: Float64Array, at: number, count: number, pairs: Float64Array): void {
  for (let i = 0; i < count; i++) {
    const left = numbers[at + i];
    const right = numbers[at + i + 1];
    numbers[at + i] = pairs[2 * i] * left + pairs[2 * i + 1] * right;
    numbers[at + i + 1] = pairs[2 * i] * right - pairs[2 * i + 1] * left;
  }
}

/** Four sums by place modulo 4, then the rest in order. */
function dot(numbers: Float64Array, a: number, b: number, count: number): number {
  const whole = count & ~3;
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  for (let i = 0; i < whole; i += 4) {
    sum0 += numbers[a + i] * numbers[b + i];
    sum1 += numbers[a + i + 1] * numbers[b + i + 1];
    sum2 += numbers[a + i + 2] * numbers[b + i + 2];
    sum3 += numbers[a + i + 3] * numbers[b + i + 3];
  }
  let sum = sum0 + sum2 + (sum1 + sum3);
  for (let i = whole; i < count; i++) sum += numbers[a + i] * numbers[b + i];
  return sum;
}
