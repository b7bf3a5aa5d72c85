import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restOfLoad } from './rest-of-load.ts';

test('what is left of the load is never less than nothing, and unknown where a part is', () => {
  assert.equal(restOfLoad(100, [30, 20]), 50);
  assert.equal(restOfLoad(100, [80, 40]), 0);
  assert.equal(restOfLoad(100, [30, undefined]), undefined);
});
