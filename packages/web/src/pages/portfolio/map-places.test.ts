import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insideMap, isOnMap, MAP_BOX, placeAt, pointOf } from './map-places.ts';
import type { Place } from './spain-outline.ts';

const [, , WIDTH, HEIGHT] = MAP_BOX.split(' ').map(Number);

test('a click on the point of a place gives the place, to a hundredth of a degree', () => {
  for (const place of [
    [-0.88, 41.65],
    [-9.13, 38.72],
    [2.65, 39.57],
    [-8.41, 43.36],
  ] satisfies Place[]) {
    const [x, y] = pointOf(place);
    assert.deepEqual(placeAt(x / WIDTH, y / HEIGHT), place);
    assert.ok(isOnMap(place));
  }
});

test('a place beside the map is moved to its edge', () => {
  assert.deepEqual(insideMap([-16.6, 28.3]), [-9.6, 35.8]);
  assert.deepEqual(placeAt(2, -1), [4.6, 44]);
  assert.ok(!isOnMap([-16.6, 28.3]));
});
