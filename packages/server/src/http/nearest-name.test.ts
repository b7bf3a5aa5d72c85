import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from './nearest-name.ts';

test('the name with the fewest edits is the nearest, whatever the case', () => {
  const known = ['market', 'date_from', 'date_to', 'page', 'page_size'];
  assert.equal(nearestName('date_form', known), 'date_from');
  assert.equal(nearestName('Page-Size', known), 'page_size');
  assert.equal(nearestName('pages', known), 'page');
  assert.equal(nearestName('dateto', known), 'date_to');
  assert.equal(nearestName('x'.repeat(10_000), known), 'market');
});

test('a route without parameters has no nearest name', () => {
  assert.equal(nearestName('anything', []), undefined);
});
