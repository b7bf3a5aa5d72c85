import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderedId } from './ordered-id.ts';

test('ids sort in the order in which they were made, however many an instant holds', () => {
  const ids = Array.from({ length: 20_000 }, orderedId);
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('an id of a clock that was set back still sorts last', (t) => {
  const before = orderedId();
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 });
  assert.ok(orderedId() > before);
});
