import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plotColumns } from './plot-columns.ts';

test('the last period is closed, and bars end with it', () => {
  const columns = plotColumns({
    startsMs: [0, 3_600_000],
    periodMs: 3_600_000,
    series: [
      { label: 'line', colour: 'price', values: [1, 2] },
      { label: 'bars', colour: 'other', kind: 'bars', values: [1, null] },
    ],
  });
  assert.deepEqual(columns, [
    [0, 3600, 7200],
    [1, 2, 2],
    [1, null, null],
  ]);
});

test('values at instants end at the last of them', () => {
  const columns = plotColumns({
    startsMs: [0, 3_600_000, 7_200_000],
    periodMs: 3_600_000,
    areInstants: true,
    series: [{ label: 'level', colour: 'third', kind: 'line', values: [10, 20, 0] }],
  });
  assert.deepEqual(columns, [
    [0, 3600, 7200],
    [10, 20, 0],
  ]);
});

test('the last value before a gap holds for its period', () => {
  const columns = plotColumns({
    startsMs: [0, 3_600_000, 7_200_000, 10_800_000],
    periodMs: 3_600_000,
    series: [{ label: 'line', colour: 'price', values: [1, 2, null, null] }],
  });
  assert.deepEqual(columns[1], [1, 2, 2, null, null]);
});

test('stacks grow away from zero on both sides and are painted from the outside in', () => {
  const stack = { kind: 'stack', colour: 'wind', label: '' } as const;
  const columns = plotColumns({
    startsMs: [0],
    periodMs: 3_600_000,
    series: [
      { ...stack, values: [3] },
      { ...stack, values: [-2] },
      { ...stack, values: [4] },
      { ...stack, values: [-1] },
    ],
  });
  assert.deepEqual(
    columns.slice(1).map(([first]) => first),
    [-3, 7, -2, 3],
  );
});

test('bands have their edges before the series, the widest first', () => {
  const band = (label: string, reach: number) =>
    ({ label, colour: 'band', low: [50 - reach], high: [50 + reach] }) as const;
  const columns = plotColumns({
    startsMs: [0],
    periodMs: 3_600_000,
    bands: [band('95 %', 20), band('50 %', 5)],
    series: [{ label: 'line', colour: 'price', values: [50] }],
  });
  assert.deepEqual(
    columns.slice(1).map(([first]) => first),
    [30, 70, 45, 55, 50],
  );
});
