import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panelAsOf } from './forecast-inputs.ts';

test('a panel has the national holidays of its days, also of those to come', () => {
  const { holidays } = panelAsOf(new Map(), { from: '2025-11-30', to: '2025-12-26', asOf: 0 });
  assert.deepEqual([...(holidays ?? [])], ['2025-12-06', '2025-12-08', '2025-12-25']);
});
