import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERIOD_MS, readResolution } from './resolution.ts';

test('an address says hours or quarter hours, or nothing', () => {
  assert.deepEqual(readResolution('PT15M'), { resolution: 'PT15M' });
  assert.deepEqual(readResolution('PT1H'), { resolution: 'PT1H' });
  assert.deepEqual(readResolution('PT30M'), {});
  assert.deepEqual(readResolution(15), {});
  assert.equal(PERIOD_MS.PT1H / PERIOD_MS.PT15M, 4);
});
