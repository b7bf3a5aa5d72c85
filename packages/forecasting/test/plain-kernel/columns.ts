import { gram as gramOf } from '../oracles/gram.ts';
import { asinh } from '../../src/target/asinh.ts';
import { median as medianOf, medianInPlace } from '../../src/linalg/statistics.ts';
import type { Heap } from './plain-kernel.ts';

export function median({ numbers }: Heap, values: number, count: number): number {
  return medianOf(numbers.subarray(values >> 3, (values >> 3) + count));
}

/** Median of |value - center|; `scratch` holds as many numbers. */
export function deviationMedian(
  { numbers }: Heap,
  values: number,
  count: number,
  center: number,
  scratch: number,
): number {
  const deviations = numbers.subarray(scratch >> 3, (scratch >> 3) + count);
  for (let i = 0; i < count; i++) deviations[i] = Math.abs(numbers[(values >> 3) + i] - center);
  return medianInPlace(deviations);
}

/** values = asinh((value - center) / spread). */
export function applyAsinh(
  { numbers }: Heap,
  values: number,
  count: number,
  center: number,
  spread: number,
): void {
  for (let i = values >> 3; i < (values >> 3) + count; i++)
    numbers[i] = asinh((numbers[i] - center) / spread);
}

/** X'X of the column-major `x`, in rows of `stride` numbers, without the products of two columns before `first`. */
export function gram(
  { numbers }: Heap,
  x: number,
  rows: number,
  columns: number,
  _packed: number,
  out: number,
  stride: number,
  first: number,
): void {
  const product = gramOf(numbers.subarray(x >> 3, (x >> 3) + rows * columns), rows, columns);
  for (let i = 0; i < columns; i++) {
    const from = i < first ? first : 0;
    numbers.set(product.subarray(i * columns + from, (i + 1) * columns), (out >> 3) + i * stride + from);
  }
}
