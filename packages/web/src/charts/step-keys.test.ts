import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextIndex } from './step-keys.ts';

test('the first arrow key leads to the first place', () => {
  assert.equal(nextIndex('ArrowRight', -1, 5), 0);
  assert.equal(nextIndex('ArrowLeft', -1, 5), 0);
});

test('keys stop at the ends', () => {
  assert.equal(nextIndex('ArrowRight', 4, 5), 4);
  assert.equal(nextIndex('ArrowLeft', 0, 5), 0);
  assert.equal(nextIndex('PageDown', 1, 5), 4);
  assert.equal(nextIndex('PageUp', 3, 5), 0);
});

test('Home and End lead to the ends, other keys nowhere', () => {
  assert.equal(nextIndex('Home', 3, 5), 0);
  assert.equal(nextIndex('End', 0, 5), 4);
  assert.equal(nextIndex('Tab', 2, 5), undefined);
});
