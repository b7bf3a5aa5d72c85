import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beyondCleared } from './cleared-extremes.ts';

const extremes = { since: 0, lowest: { start: 0, value: -15 }, highest: { start: 0, value: 700 } };

test('a price below the lowest or above the highest is marked, the extremes themselves are not', () => {
  const marksOf = (p10: number, value: number, p90: number) => beyondCleared(extremes, { p10, value, p90 });
  assert.equal(marksOf(-15, 0, 700), undefined);
  assert.deepEqual(marksOf(-15.01, -15, 40), { p10: 'below' });
  assert.deepEqual(marksOf(-30, -15.01, 40), { value: 'below', p10: 'below' });
  assert.deepEqual(marksOf(-16, -15.5, -15.01), { value: 'below', p10: 'below', p90: 'below' });
  assert.deepEqual(marksOf(-16, 200, 700.01), { p10: 'below', p90: 'above' });
});

test('prices are compared as they are served, in cents', () => {
  assert.equal(beyondCleared(extremes, { p10: -15.0049, value: 0, p90: 700.0049 }), undefined);
  assert.deepEqual(beyondCleared(extremes, { p10: -15.005, value: 0, p90: 0 }), { p10: 'below' });
});

test('nothing is marked where hardly anything has cleared', () => {
  assert.equal(beyondCleared(undefined, { p10: -400, value: 0, p90: 3000 }), undefined);
});
