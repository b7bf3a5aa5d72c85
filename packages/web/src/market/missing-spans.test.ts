import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPrices, missingSpans } from './missing-spans.ts';

test('neighbouring periods that lack something are one span', () => {
  const lacking = [false, true, true, false, true];
  assert.deepEqual(
    missingSpans([0, 10, 20, 30, 40], 10, (index) => lacking[index] ?? false),
    [
      { fromMs: 10, toMs: 30 },
      { fromMs: 40, toMs: 50 },
    ],
  );
});

test('prices are missing between others, not before the first or after the last', () => {
  assert.deepEqual(missingPrices([0, 10, 20, 30, 40], 10, [null, 5, null, 0, null]), [
    { fromMs: 20, toMs: 30 },
  ]);
  assert.deepEqual(missingPrices([0, 10], 10, [null, null]), []);
});
