import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitAsinhScale, fromAsinh, toAsinh } from './asinh.ts';

test('the centre is the median and the spread the deviation median over 0.6745', () => {
  const scale = fitAsinhScale([1, 2, 3, 4, 100]);
  assert.equal(scale.center, 3);
  assert.ok(Math.abs(scale.spread - 1 / 0.6744897501960817) < 1e-15);
});

test('the transform is 0 at the centre, keeps order and is undone by its inverse', () => {
  const scale = fitAsinhScale([10, 12, 15, 20, 21]);
  assert.equal(toAsinh(scale, 15), 0);
  let previous = -Infinity;
  for (const value of [-500, -1, 0, 15, 15.1, 80, 4000]) {
    const z = toAsinh(scale, value);
    assert.ok(z > previous);
    assert.ok(Math.abs(fromAsinh(scale, z) - value) < 1e-9 * Math.max(1, Math.abs(value)));
    previous = z;
  }
});

test('where more than half the values are equal the standard deviation takes the place of the deviation median', () => {
  const scale = fitAsinhScale([0, 0, 0, 0, 5]);
  assert.equal(scale.center, 0);
  assert.ok(Math.abs(scale.spread - 2) < 1e-15);
});

test('equal values get spread 1, whatever their size and rounding', () => {
  assert.deepEqual(fitAsinhScale([7, 7, 7]), { center: 7, spread: 1 });
  assert.equal(fitAsinhScale(Array.from({ length: 9 }, () => 0.1 + 0.2)).spread, 1);
  assert.equal(fitAsinhScale([1e9, 1e9 + 1e-6, 1e9, 1e9 - 1e-6]).spread, 1);
});

test('scaling does not change with the unit', () => {
  const values = [3, 8, -2, 40, 7, 7.5];
  const scale = fitAsinhScale(values);
  const inThousands = fitAsinhScale(values.map((value) => 1000 * value));
  assert.ok(Math.abs(toAsinh(scale, 25) - toAsinh(inThousands, 25_000)) < 1e-12);
});

test('the inverse of any finite value is finite', () => {
  const scale = fitAsinhScale([50, 60, 70]);
  assert.ok(Number.isFinite(fromAsinh(scale, 1e9)));
  assert.ok(Number.isFinite(fromAsinh(scale, -1e9)));
});
