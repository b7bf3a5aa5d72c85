import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAMPION, horizonModelOf, manifestOf } from './horizon-model.ts';

test('a model is read back from its manifest, and those of early versions without what came later', () => {
  const manifest = manifestOf(CHAMPION, '0.1.0');
  assert.equal(manifest['usualDays'], CHAMPION.baselineDays);
  assert.deepEqual(horizonModelOf(manifest), CHAMPION);
  const { usualDays: _, olderCalibrationDays: __, ...early } = manifest;
  assert.deepEqual(horizonModelOf(early), { ...CHAMPION, olderCalibrationDays: 0, baselineDays: 0 });
});
