import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourScale, parseRgb } from './colour-scale.ts';

const colours = {
  negative: [0, 0, 255],
  zero: [0, 255, 0],
  nearZero: [255, 255, 255],
  middle: [0, 128, 128],
  high: [255, 128, 0],
} as const;

test('the ends and the middle of the scale have their own colours', () => {
  const colour = colourScale(colours);
  assert.deepEqual(colour(-50), colours.negative);
  assert.deepEqual(colour(0), colours.zero);
  assert.deepEqual(colour(100), colours.middle);
  assert.deepEqual(colour(200), colours.high);
  // Beyond the ends nothing changes any more.
  assert.deepEqual(colour(-500), colours.negative);
  assert.deepEqual(colour(3000), colours.high);
});

test('zero is told apart from the cheapest price above and below it', () => {
  const colour = colourScale(colours);
  assert.deepEqual(colour(0.01), colours.nearZero);
  // A third of the way to the colour of prices below zero.
  assert.deepEqual(colour(-0.01), [166, 166, 255]);
  assert.deepEqual(colour(-0), colours.zero);
});

test('a computed colour is read with and without transparency', () => {
  assert.deepEqual(parseRgb('rgb(11, 127, 121)'), [11, 127, 121]);
  assert.deepEqual(parseRgb('rgba(11, 127, 121, 0.18)'), [11, 127, 121]);
});
