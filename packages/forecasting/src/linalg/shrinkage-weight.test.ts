import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ShrinkageCase, shrinkageWeight } from './shrinkage-weight.ts';

/** A repeatable number in 0 .. 1. */
const draw = (i: number): number => Math.abs(Math.sin(i * 12.9898) * 43_758.5453) % 1;

const lossOf = (cases: ShrinkageCase[], weight: number): number =>
  cases.reduce(
    (sum, { model, baseline, actual }) => sum + Math.abs(actual - baseline - weight * (model - baseline)),
    0,
  );

test('no other weight has a smaller absolute error', () => {
  for (let seed = 0; seed < 20; seed++) {
    const cases = Array.from({ length: 50 }, (_, i) => ({
      model: 10 * draw(seed * 1000 + i),
      baseline: 5,
      actual: 5 + 6 * (draw(seed * 1000 + i) - 0.5) + 4 * (draw(seed * 77 + 3 * i) - 0.5),
    }));
    const best = lossOf(cases, shrinkageWeight(cases));
    for (let weight = 0; weight <= 1; weight += 0.01) assert.ok(best <= lossOf(cases, weight) + 1e-9);
  }
});

test('a model that is always right keeps its whole weight, one that is always wrong none', () => {
  const cases = (sign: number) =>
    Array.from({ length: 9 }, (_, i) => ({ model: 5 + sign * (i - 4), baseline: 5, actual: 5 + (i - 4) }));
  assert.equal(shrinkageWeight(cases(1)), 1);
  assert.equal(shrinkageWeight(cases(-1)), 0);
});

test('what is not known counts for nothing', () => {
  const known = { model: 4, baseline: 0, actual: 1 };
  const gaps = [
    { ...known, actual: Number.NaN },
    { ...known, baseline: Number.NaN },
    { model: 2, baseline: 2, actual: 7 },
  ];
  assert.equal(shrinkageWeight([known, ...gaps]), 0.25);
  assert.equal(shrinkageWeight(gaps), 1);
});
