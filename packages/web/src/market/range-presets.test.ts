import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRESETS, presetOf, presetRange } from './range-presets.ts';

test('named ranges end today, and last year’s week begins on the Monday of the same week', () => {
  assert.deepEqual(presetRange('week', '2026-03-03'), { from: '2026-02-25', to: '2026-03-03' });
  assert.deepEqual(presetRange('days30', '2026-03-03'), { from: '2026-02-02', to: '2026-03-03' });
  assert.deepEqual(presetRange('month', '2026-03-03'), { from: '2026-03-01', to: '2026-03-03' });
  assert.deepEqual(presetRange('year', '2026-03-03'), { from: '2026-01-01', to: '2026-03-03' });
  // 3 March 2026 is a Tuesday; so is 4 March 2025. A Sunday belongs to the week that it ends.
  assert.deepEqual(presetRange('lastYear', '2026-03-03'), { from: '2025-03-03', to: '2025-03-09' });
  assert.deepEqual(presetRange('lastYear', '2026-03-08'), { from: '2025-03-03', to: '2025-03-09' });
});

test('a range is known by its name', () => {
  for (const preset of PRESETS)
    assert.equal(presetOf(presetRange(preset, '2026-05-20'), '2026-05-20'), preset);
  assert.equal(presetOf({ from: '2026-05-01', to: '2026-05-02' }, '2026-05-20'), undefined);
});
