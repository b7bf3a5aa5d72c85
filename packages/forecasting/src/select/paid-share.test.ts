import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareOfSteps } from './share-of-steps.ts';

const STEP = Float64Array.of(4, -2, 1, 8);

test('a step that always leads to the price is taken whole, one that leads away is not taken', () => {
  const days = Array.from({ length: 5 }, () => ({ error: STEP, step: STEP }));
  assert.equal(shareOfSteps(days), 1);
  assert.ok(
    shareOfSteps(days.map(({ step }) => ({ error: STEP, step: step.map((value) => -value) }))) < 1e-9,
  );
});

test('where the price lies between two forecasts, the share says where', () => {
  const days = Array.from({ length: 5 }, () => ({
    error: STEP.map((value) => 0.3 * value + 0.01),
    step: STEP,
  }));
  assert.ok(Math.abs(shareOfSteps(days) - 0.3) < 0.01);
});

test('without days, without steps and without errors nothing is taken or the middle of what is equal', () => {
  const none = new Float64Array(4);
  assert.equal(shareOfSteps([]), 0);
  assert.equal(shareOfSteps([{ error: none, step: STEP }]), 0);
  assert.ok(Math.abs(shareOfSteps([{ error: STEP, step: none }]) - 0.5) < 1e-12);
});

test('with a reserve a step is taken only where it is worth more than that', () => {
  const days = (worth: number) =>
    Array.from({ length: 5 }, () => ({
      error: STEP.map((value) => value / worth),
      step: STEP.map((value) => value),
    }));
  const [little, much] = [days(0.02), days(0.9)];
  assert.ok(shareOfSteps(little) > 0.9 && shareOfSteps(little, 0.05) < 0.1);
  assert.ok(shareOfSteps(much, 0.05) > 0.9);
});
