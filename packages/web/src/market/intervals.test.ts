import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extraPercents, readIntervals } from './intervals.ts';

test('what was kept is read in order, and without anything known the 80 % interval is drawn', () => {
  assert.deepEqual(readIntervals('95,50'), ['50', '95']);
  for (const text of [null, '', '70', 'constructor']) assert.deepEqual(readIntervals(text), ['80']);
});

test('the bounds of the 80 % interval come with every forecast, the others are asked for', () => {
  assert.deepEqual(extraPercents(['80']), []);
  assert.deepEqual(extraPercents(['50', '80']), [25, 75]);
  assert.deepEqual(extraPercents(['50', '95']), [2.5, 25, 75, 97.5]);
});
