import type { Heap } from './plain-kernel.ts';

const { fround } = Math;

/** Single precision, in rows of `width`: out[i] = start + sum over k in order of x[rows[i]][k] * weights[k]. */
export function multiplyRows(
  { singles, integers }: Heap,
  x: number,
  stride: number,
  rows: number,
  count: number,
  inner: number,
  weights: number,
  width: number,
  start: number,
  out: number,
): void {
  for (let i = 0; i < count; i++) {
    const to = (out >> 2) + i * width;
    const from = (x >> 2) + integers[(rows >> 2) + i] * stride;
    for (let j = 0; j < width; j++) singles[to + j] = singles[(start >> 2) + j];
    for (let k = 0; k < inner; k++) addRow(singles, to, singles[from + k], (weights >> 2) + k * width, width);
  }
}

/** Single precision, in rows of `width`: out[k] = sum over i in order of x[rows[i]][k] * errors[i]. */
export function multiplyColumns(
  { singles, integers }: Heap,
  x: number,
  stride: number,
  rows: number,
  count: number,
  inner: number,
  errors: number,
  width: number,
  out: number,
): void {
  singles.fill(0, out >> 2, (out >> 2) + inner * width);
  for (let i = 0; i < count; i++) {
    const from = (x >> 2) + integers[(rows >> 2) + i] * stride;
    for (let k = 0; k < inner; k++) {
      addRow(singles, (out >> 2) + k * width, singles[from + k], (errors >> 2) + i * width, width);
    }
  }
}

/** Single precision: m = a m + (1 - a) g, s = b s + (1 - b) g^2, value -= rate m / (sqrt(s) + floor). */
export function stepAdam(
  { singles }: Heap,
  values: number,
  gradient: number,
  means: number,
  squares: number,
  count: number,
  a: number,
  b: number,
  rate: number,
  floor: number,
): void {
  const oldMean = fround(a);
  const newMean = fround(1 - oldMean);
  const oldSquare = fround(b);
  const newSquare = fround(1 - oldSquare);
  const step = fround(rate);
  const least = fround(floor);
  for (let i = 0; i < count; i++) {
    const g = singles[(gradient >> 2) + i];
    const m = fround(fround(oldMean * singles[(means >> 2) + i]) + fround(newMean * g));
    const s = fround(fround(oldSquare * singles[(squares >> 2) + i]) + fround(newSquare * fround(g * g)));
    singles[(means >> 2) + i] = m;
    singles[(squares >> 2) + i] = s;
    const root = fround(fround(Math.sqrt(s)) + least);
    singles[(values >> 2) + i] = singles[(values >> 2) + i] - fround(fround(step * m) / root);
  }
}

function addRow(singles: Float32Array, to: number, factor: number, from: number, width: number): void {
  for (let j = 0; j < width; j++) {
    singles[to + j] = singles[to + j] + fround(factor * singles[from + j]);
  }
}
