import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partWithinLoss, waitingOutcomes, waitingWorth } from './waiting.ts';

const sample = fc
  .array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 20, maxLength: 120 })
  .map((values) => Float64Array.from(values));

test('a day brings its energy times its spreads, the other way round for what is bought', () => {
  const spreads = [Float64Array.of(2, -1, 0), Float64Array.of(-4, 3, 5)];
  assert.deepEqual([...waitingOutcomes(Float64Array.of(10, 5, 0), spreads)], [15, -25]);
  assert.deepEqual([...waitingOutcomes(Float64Array.of(-10, -5, 0), spreads)], [-15, 25]);
  assert.throws(() => waitingOutcomes(Float64Array.of(1), spreads), /3 spreads for 1 periods/);
});

test('the worth has the mean with its error, percentiles, the least and the share of gains', () => {
  const worth = waitingWorth(Float64Array.of(-2, 0, 2, 4));
  assert.deepEqual([worth.mean, worth.value, worth.lowest, worth.probabilityGain], [1, 1, -2, 0.5]);
  assert.ok(Math.abs(worth.meanError - Math.sqrt(20 / 3 / 4)) < 1e-12);
  assert.equal(waitingWorth(Float64Array.of(7)).meanError, 0);
  assert.throws(() => waitingWorth(new Float64Array()), RangeError);
});

test('of outcomes 1 to 100 less 50 a tenth loses more than 39.5', () => {
  const outcomes = Float64Array.from({ length: 100 }, (_, i) => i + 1 - 50);
  const whole = partWithinLoss(outcomes, { maxLoss: 1000, confidence: 0.9 });
  assert.deepEqual([whole.part, whole.loss], [1, 39.5]);
  const half = partWithinLoss(outcomes, { maxLoss: 19.75, confidence: 0.9 });
  assert.deepEqual([half.part, half.loss], [0.5, 19.75]);
  assert.equal(partWithinLoss(outcomes, { maxLoss: 0, confidence: 0.9 }).part, 0);
});

test('what never loses waits as a whole, even where no loss is allowed', () => {
  const outcomes = new Float64Array(30).fill(3);
  assert.deepEqual(partWithinLoss(outcomes, { maxLoss: 0, confidence: 0.9 }), { part: 1, loss: 0 });
});

test('so few days that no loss of that confidence was seen are refused', () => {
  assert.throws(
    () => partWithinLoss(new Float64Array(19), { maxLoss: 1, confidence: 0.95 }),
    /needs 20 days; there are 19/,
  );
  assert.ok(partWithinLoss(new Float64Array(20), { maxLoss: 1, confidence: 0.95 }).part === 1);
});

test('whatever the outcomes, the part loses more than allowed on at most that share of them', () => {
  fc.assert(
    fc.property(sample, fc.double({ min: 0, max: 500, noNaN: true }), (outcomes, maxLoss) => {
      const { part, loss } = partWithinLoss(outcomes, { maxLoss, confidence: 0.9 });
      assert.ok(part >= 0 && part <= 1 && loss <= maxLoss + 1e-9);
      const beyond = outcomes.filter((each) => part * each < -maxLoss - 1e-9).length;
      // The quantile lies between two outcomes.
      assert.ok(beyond <= Math.ceil(0.1 * outcomes.length));
    }),
  );
});

test('a larger allowed loss or a smaller confidence never shrinks the part', () => {
  fc.assert(
    fc.property(sample, (outcomes) => {
      const partOf = (maxLoss: number, confidence: number) =>
        partWithinLoss(outcomes, { maxLoss, confidence }).part;
      assert.ok(partOf(20, 0.9) >= partOf(10, 0.9));
      assert.ok(partOf(10, 0.8) >= partOf(10, 0.9));
    }),
  );
});
