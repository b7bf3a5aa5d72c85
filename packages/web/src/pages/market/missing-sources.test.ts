import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingSources } from './missing-sources.ts';

const STARTS = [0, 10, 20, 30];

test('sources that lack the same periods are named together, and one without any value hides nothing', () => {
  const rows = [
    { label: 'nuclear', values: [1, null, 1, 1] },
    { label: 'wind', values: [2, null, 2, 2] },
    { label: 'hydro', values: [null, null, 3, 3] },
    { label: 'imports', values: [null, null, null, null] },
    { label: 'solar', values: [0, 0, 0, 0] },
  ];
  assert.deepEqual(missingSources(rows, STARTS, 10), {
    absent: ['imports'],
    partly: [
      { spans: [{ fromMs: 10, toMs: 20 }], labels: ['nuclear', 'wind'] },
      { spans: [{ fromMs: 0, toMs: 20 }], labels: ['hydro'] },
    ],
    gaps: [{ fromMs: 0, toMs: 20 }],
  });
});

test('a whole day lacks nothing', () => {
  const rows = [{ label: 'wind', values: [1, 2, 3, 4] }];
  assert.deepEqual(missingSources(rows, STARTS, 10), { absent: [], partly: [], gaps: [] });
});
