import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noiseField, roughKernel, smoothKernel, uniformAt } from './noise.ts';

test('a field has the same values wherever its range starts', () => {
  const kernel = smoothKernel(5);
  const long = noiseField({ seed: 3, stream: 'a', first: -40, count: 200, kernel });
  const short = noiseField({ seed: 3, stream: 'a', first: 13, count: 50, kernel });
  assert.deepEqual(short, long.slice(53, 103));
});

test('white noise is standard normal', () => {
  const field = noiseField({ seed: 11, stream: 'white', first: 0, count: 40_000 });
  assert.ok(Math.abs(moment(field, 1)) < 0.02);
  assert.ok(Math.abs(moment(field, 2) - 1) < 0.03);
  assert.ok(Math.abs(moment(field, 4) - 3) < 0.2);
  assert.ok(Math.abs(autocorrelation(field, 1)) < 0.02);
});

test('kernels keep unit variance and have the stated autocorrelation', () => {
  const rough = noiseField({ seed: 5, stream: 'r', first: 0, count: 60_000, kernel: roughKernel(8) });
  const smooth = noiseField({ seed: 5, stream: 's', first: 0, count: 60_000, kernel: smoothKernel(8) });
  assert.ok(Math.abs(moment(rough, 2) - 1) < 0.08);
  assert.ok(Math.abs(moment(smooth, 2) - 1) < 0.08);
  assert.ok(Math.abs(autocorrelation(rough, 8) - Math.exp(-1)) < 0.04);
  assert.ok(Math.abs(autocorrelation(smooth, 8) - 2 * Math.exp(-1)) < 0.04);
});

test('streams and seeds are independent, small, large and negative seeds alike', () => {
  const fields = [0, 1, -1, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER].flatMap((seed) =>
    ['wind', 'wine'].map((stream) => noiseField({ seed, stream, first: 0, count: 5_000 })),
  );
  fields.forEach((a, i) =>
    fields.slice(i + 1).forEach((b) => {
      const correlation = a.reduce((sum, value, k) => sum + value * b[k], 0) / a.length;
      assert.ok(Math.abs(correlation) < 0.06);
    }),
  );
});

test('uniform numbers lie strictly between 0 and 1 and average a half', () => {
  const draws = Array.from({ length: 10_000 }, (_, i) => uniformAt(9, 'u', i - 5_000));
  assert.ok(draws.every((draw) => draw > 0 && draw < 1));
  assert.ok(Math.abs(draws.reduce((a, b) => a + b) / draws.length - 0.5) < 0.01);
});

function moment(field: Float64Array, order: number): number {
  return field.reduce((sum, value) => sum + value ** order, 0) / field.length;
}

function autocorrelation(field: Float64Array, lag: number): number {
  let sum = 0;
  for (let i = lag; i < field.length; i++) sum += field[i] * field[i - lag];
  return sum / (field.length - lag) / moment(field, 2);
}
