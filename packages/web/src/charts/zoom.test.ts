import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWhole, movedTo, zoomed } from './zoom.ts';

const whole = { min: 0, max: 48 };

test('zooming keeps the place under the pointer where it is', () => {
  const shown = zoomed(whole, whole, { about: 12, factor: 0.5, least: 4 });
  assert.deepEqual(shown, { min: 6, max: 30 });
  assert.equal((12 - shown.min) / 24, 12 / 48);
});

test('nothing is shown beyond the whole, nor less than the least', () => {
  assert.deepEqual(zoomed({ min: 0, max: 10 }, whole, { about: 2, factor: 2, least: 4 }), {
    min: 0,
    max: 20,
  });
  assert.deepEqual(zoomed({ min: 20, max: 40 }, whole, { about: 30, factor: 9, least: 4 }), whole);
  assert.deepEqual(zoomed({ min: 20, max: 25 }, whole, { about: 20, factor: 0.1, least: 4 }), {
    min: 20,
    max: 24,
  });
});

test('moving shows a place near the edge that it was beyond, and stays where the place is in sight', () => {
  assert.deepEqual(movedTo({ min: 10, max: 20 }, whole, 25), { min: 16, max: 26 });
  assert.deepEqual(movedTo({ min: 10, max: 20 }, whole, 3), { min: 2, max: 12 });
  assert.deepEqual(movedTo({ min: 10, max: 20 }, whole, 19), { min: 10, max: 20 });
  assert.deepEqual(movedTo({ min: 10, max: 20 }, whole, 0), { min: 0, max: 10 });
});

test('all is shown where the span reaches both ends', () => {
  assert.equal(isWhole(whole, whole), true);
  assert.equal(isWhole({ min: 0, max: 47 }, whole), false);
});
