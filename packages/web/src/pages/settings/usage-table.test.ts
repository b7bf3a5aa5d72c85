import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usageByDay } from './usage-table.ts';

const record = (date: string, key: string | null, requests: number) => ({
  date,
  api_key_id: key,
  label: key === null ? null : `Key ${key}`,
  requests,
});

test('every day of the span has a count, days without requests too', () => {
  const { days, series, totals, total } = usageByDay(
    [record('2026-03-30', 'a', 3), record('2026-03-28', 'a', 2), record('2026-03-30', null, 5)],
    '2026-03-28',
    '2026-03-30',
  );
  assert.deepEqual(days, ['2026-03-28', '2026-03-29', '2026-03-30']);
  assert.deepEqual(
    series.map(({ label, kind, counts }) => [label, kind, counts]),
    [
      ['Key a', 'key', [2, 0, 3]],
      [null, 'sessions', [0, 0, 5]],
    ],
  );
  assert.deepEqual(totals, [2, 0, 8]);
  assert.equal(total, 10);
});

test('beyond five keys the least busy are one, and nothing is lost', () => {
  const records = Array.from({ length: 8 }, (_, index) => record('2026-03-30', String(index), index + 1));
  const { series, total } = usageByDay(records, '2026-03-30', '2026-03-30');
  assert.deepEqual(
    series.map(({ id, total: count }) => [id, count]),
    [
      ['7', 8],
      ['6', 7],
      ['5', 6],
      ['4', 5],
      ['3', 4],
      ['others', 6],
    ],
  );
  assert.equal(total, 36);
});

test('records outside the span do not count', () => {
  const { total } = usageByDay([record('2026-03-27', 'a', 3)], '2026-03-28', '2026-03-30');
  assert.equal(total, 0);
});
