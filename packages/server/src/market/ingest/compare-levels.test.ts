import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf } from './compare-levels.ts';

const days = (count: number, ratio: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => ({ own: 1000 + 10 * i, leading: (1000 + 10 * i) * ratio(i) }));

test('levels that differ by 2 % at most are the same, up to 25 % they are scaled, beyond that refused', () => {
  assert.deepEqual(levelOf(days(10, () => 0.985)), { kind: 'same' });
  const wind = levelOf(days(10, (i) => (62 / 63.9) * (1 + 0.005 * ((i % 3) - 1))));
  assert.ok(wind?.kind === 'scaled' && Math.abs(wind.scale - 0.97) < 0.01, JSON.stringify(wind));
  assert.equal(levelOf(days(10, () => 1.4))?.kind, 'refused');
  assert.equal(levelOf(days(10, () => 1 / 1000))?.kind, 'refused');
});

test('what differs now so and now so is refused, a day that is off is not', () => {
  assert.equal(levelOf(days(12, (i) => (i % 2 === 0 ? 0.85 : 1.1)))?.kind, 'refused');
  assert.deepEqual(levelOf(days(12, (i) => (i === 5 ? 3 : 1))), { kind: 'same' });
});

test('too few days that both have say nothing, and neither do days without any power', () => {
  assert.equal(levelOf(days(6, () => 0.9)), undefined);
  assert.equal(levelOf(days(20, () => 1).map((day) => ({ ...day, own: 0 }))), undefined);
});
