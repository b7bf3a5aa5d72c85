import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OptionDay, optionDay, paidShare } from './paid-share.ts';

/** In tenths, each of which counts e times less by a relative error of 1/600. */
const shareOf = (days: OptionDay[], leastGain: number) =>
  paidShare(days, { leastGain, shareSteps: 10, shareSharpness: 600 });

const STEP = Float64Array.of(4, -2, 1, 8);

test('a step that always leads to the price is taken whole, one that leads away is not taken', () => {
  const days = Array.from({ length: 5 }, () => ({ error: STEP, step: STEP }));
  assert.equal(shareOf(days, 0), 1);
  assert.ok(
    shareOf(
      days.map(({ step }) => ({ error: STEP, step: step.map((value) => -value) })),
      0,
    ) < 1e-9,
  );
});

test('where the price lies between two forecasts, the share says where', () => {
  const days = Array.from({ length: 5 }, () => ({
    error: STEP.map((value) => 0.3 * value + 0.01),
    step: STEP,
  }));
  assert.ok(Math.abs(shareOf(days, 0) - 0.3) < 0.01);
});

test('without days, without steps and without errors nothing is taken or the middle of what is equal', () => {
  const none = new Float64Array(4);
  assert.equal(shareOf([], 0), 0);
  assert.equal(shareOf([{ error: none, step: STEP }], 0), 0);
  assert.ok(Math.abs(shareOf([{ error: STEP, step: none }], 0) - 0.5) < 1e-12);
});

test('an option that must pay by a least gain is taken only where it pays more than that', () => {
  const days = (worth: number) =>
    Array.from({ length: 5 }, () => ({
      error: STEP.map((value) => value / worth),
      step: STEP.map((value) => value),
    }));
  const [little, much] = [days(0.02), days(0.9)];
  assert.ok(shareOf(little, 0) > 0.9 && shareOf(little, 0.05) < 0.1);
  assert.ok(shareOf(much, 0.05) > 0.9);
});

test('a day under an option is what was left to explain without it, and what it changes', () => {
  const [without, withOption, actual] = [
    Float64Array.of(10, 20),
    Float64Array.of(12, 20),
    Float64Array.of(13, 18),
  ];
  assert.deepEqual(optionDay(without, withOption, actual), {
    error: Float64Array.of(3, -2),
    step: Float64Array.of(2, 0),
  });
});
