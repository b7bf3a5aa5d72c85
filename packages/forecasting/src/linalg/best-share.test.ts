import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ToldValue, bestShare } from './best-share.ts';

/** A repeatable number in 0 .. 1. */
const draw = (i: number): number => Math.abs(Math.sin(i * 12.9898) * 43_758.5453) % 1;

const lossOf = (values: ToldValue[], share: number): number =>
  values.reduce(
    (sum, { model, plain, actual }) => sum + Math.abs(actual - plain - share * (model - plain)),
    0,
  );

test('no other share has a smaller absolute error', () => {
  for (let seed = 0; seed < 20; seed++) {
    const values = Array.from({ length: 50 }, (_, i) => ({
      model: 10 * draw(seed * 1000 + i),
      plain: 5,
      actual: 5 + 6 * (draw(seed * 1000 + i) - 0.5) + 4 * (draw(seed * 77 + 3 * i) - 0.5),
    }));
    const best = lossOf(values, bestShare(values));
    for (let share = 0; share <= 1; share += 0.01) assert.ok(best <= lossOf(values, share) + 1e-9);
  }
});

test('a model that is always right is followed wholly, one that is always wrong not at all', () => {
  const values = (sign: number) =>
    Array.from({ length: 9 }, (_, i) => ({ model: 5 + sign * (i - 4), plain: 5, actual: 5 + (i - 4) }));
  assert.equal(bestShare(values(1)), 1);
  assert.equal(bestShare(values(-1)), 0);
});

test('what is not known counts for nothing', () => {
  const known = { model: 4, plain: 0, actual: 1 };
  const gaps = [
    { ...known, actual: Number.NaN },
    { ...known, plain: Number.NaN },
    { model: 2, plain: 2, actual: 7 },
  ];
  assert.equal(bestShare([known, ...gaps]), 0.25);
  assert.equal(bestShare(gaps), 1);
});
