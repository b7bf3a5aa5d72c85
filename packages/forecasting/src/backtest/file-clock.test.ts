import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseEpfCsv } from './epf-csv.ts';
import { byQuarterHours } from './quarter-hours.ts';

const HOUR_MS = 3_600_000;

/** Rows of `hours` hours from an instant on, as a file of one offset has them. */
function csvOf(from: string, hours: number, offset: string, stepMs = HOUR_MS): string {
  const offsetHours = offset === 'Z' ? 0 : Number(offset.slice(0, 3));
  const rows = Array.from({ length: hours }, (_, i) => {
    const wall = new Date(Date.parse(from) + i * stepMs + offsetHours * HOUR_MS);
    return `${wall.toISOString().slice(0, 16)}${offset},${i}`;
  });
  return ['time,price', ...rows].join('\n');
}

describe('a file whose offset never changes', () => {
  const claims: [name: string, csv: string, expected: [string, number] | undefined][] = [
    ['UTC in summer', csvOf('2025-06-01T00:00Z', 240, 'Z'), ['+00:00', 2]],
    ['UTC in winter', csvOf('2025-01-10T00:00Z', 240, '+00:00'), ['+00:00', 1]],
    ['UTC over a change of the clocks', csvOf('2025-03-25T00:00Z', 240, 'Z'), ['+00:00', 2]],
    ['+01:00 over a change of the clocks', csvOf('2025-10-20T23:00Z', 240, '+01:00'), ['+01:00', 1]],
    ['+01:00 in summer', csvOf('2025-06-01T23:00Z', 240, '+01:00'), ['+01:00', 1]],
    ['+01:00 in winter is Spain', csvOf('2025-01-10T23:00Z', 240, '+01:00'), undefined],
    ['+02:00 in summer is Spain', csvOf('2025-06-01T22:00Z', 240, '+02:00'), undefined],
    ['-05:00 is another continent', csvOf('2025-06-01T05:00Z', 240, '-05:00'), undefined],
  ];
  for (const [name, csv, expected] of claims) {
    test(name, () => {
      const { fixedOffset } = parseEpfCsv(csv);
      assert.deepEqual(fixedOffset && [fixedOffset.offset, fixedOffset.knownHours], expected);
    });
  }

  test('with the zone of the market its days are whole and their prices those of the same instants', () => {
    const { panel, periods, fixedOffset } = parseEpfCsv(csvOf('2025-10-20T00:00Z', 240, 'Z'), {
      zone: 'Europe/Madrid',
    });
    assert.equal(fixedOffset, undefined);
    assert.deepEqual([panel.days[0], panel.days.at(-1)], ['2025-10-21', '2025-10-29']);
    // 2025-10-21T00:00+02:00 is the 22nd hour of the file; the day of the clock change has 25 hours.
    assert.deepEqual([periods[0].time, periods[0].price], ['2025-10-21T00:00+02:00', 22]);
    assert.equal(periods.filter(({ time }) => time.startsWith('2025-10-26')).length, 25);
  });

  test('quarter hours and other zones are moved alike', () => {
    const csv = csvOf('2025-03-25T00:00Z', 960, '+00:00', HOUR_MS / 4);
    const { panel, periods } = parseEpfCsv(csv, { zone: 'Europe/Helsinki' });
    assert.deepEqual([panel.days[0], panel.days.at(-1)], ['2025-03-26', '2025-04-03']);
    assert.equal(periods.filter(({ time }) => time.startsWith('2025-03-30')).length, 92);
  });

  test('an hour that clocks leave out is told without a zone and refused with one', () => {
    const withoutOffset = (from: string) => csvOf(from, 240, 'Z').replaceAll(/Z,/g, ',');
    for (const [from, expected] of [
      ['2025-03-25T00:00Z', '2025-03-30'],
      ['2025-03-30T00:00Z', '2025-03-30'],
      ['2025-10-20T00:00Z', undefined],
      ['2025-06-01T00:00Z', undefined],
    ] as const) {
      const csv = withoutOffset(from);
      assert.equal(parseEpfCsv(csv).levelledDay, expected, from);
      if (expected === undefined) parseEpfCsv(csv, { zone: 'Europe/Madrid' });
      else {
        assert.throws(
          () => parseEpfCsv(csv, { zone: 'Europe/Madrid' }),
          /there is no 2025-03-30T02:00 on the clock of Europe\/Madrid\. If times are in UTC/,
        );
      }
      parseEpfCsv(csv, { zone: 'Asia/Tokyo' });
    }
    const local = withoutOffset('2025-03-25T00:00Z').replace(/\n2025-03-30T02:00,.*/, '');
    assert.equal(parseEpfCsv(local, { longestGapHours: 1 }).levelledDay, undefined);
    assert.throws(
      () => parseEpfCsv(withoutOffset('2025-03-08T00:00Z'), { zone: 'America/New_York' }),
      /there is no 2025-03-09T02:00/,
    );
  });

  test('local times without an offset stay, and an unknown zone is named', () => {
    const csv = csvOf('2025-06-01T00:00Z', 48, 'Z').replaceAll(/Z,/g, ',');
    assert.deepEqual(parseEpfCsv(csv, { zone: 'Europe/Madrid' }), parseEpfCsv(csv));
    assert.throws(() => parseEpfCsv(csv, { zone: 'Europe/Atlantis' }), /"Europe\/Atlantis" is no time zone/);
  });
});

describe('steps of a file', () => {
  for (const [minutes, hint] of [
    [30, /in steps of 30 minutes; .* mean of each hour/],
    [120, /in steps of 120 minutes; .* as a row/],
  ] as const) {
    test(`steps of ${minutes} minutes are named, and no gap is filled in them`, () => {
      const csv = csvOf('2025-11-01T00:00Z', (10 * 1440) / minutes, '', minutes * 60_000);
      assert.throws(() => parseEpfCsv(csv, { longestGapHours: 2 }), hint);
    });
  }

  test('a row more at the end makes no quarter hours of half hours', () => {
    const csv = csvOf('2025-11-01T00:00Z', 480, '', HOUR_MS / 2);
    assert.throws(
      () => parseEpfCsv(`${csv}\n2025-11-10T23:45,7`, { longestGapHours: 2 }),
      /steps of 30 minutes/,
    );
  });

  test('one day of half hours among days of hours is named', () => {
    const hours = csvOf('2025-11-01T00:00Z', 72, '');
    const half = csvOf('2025-11-04T00:00Z', 48, '', HOUR_MS / 2)
      .split('\n')
      .slice(1)
      .join('\n');
    assert.throws(
      () => parseEpfCsv(`${hours}\n${half}`, { longestGapHours: 2 }),
      /2025-11-04 is in steps of 30/,
    );
  });
});

test('quarter hours become the slots of the panel, hours of earlier days stand in all four', () => {
  const hours = csvOf('2025-09-29T00:00Z', 48, '');
  const quarters = csvOf('2025-10-01T00:00Z', 96, '', HOUR_MS / 4)
    .split('\n')
    .slice(1)
    .join('\n');
  const read = parseEpfCsv(`${hours}\n${quarters}`);
  const { panel, periods } = byQuarterHours(read);
  assert.equal(panel.slotsPerDay, 96);
  assert.deepEqual(Array.from(panel.price.subarray(0, 5)), [0, 0, 0, 0, 1]);
  assert.deepEqual(Array.from(panel.price.subarray(192, 196)), [0, 1, 2, 3]);
  assert.deepEqual(
    periods.slice(47, 50).map(({ row, slot, price }) => [row, slot, price]),
    [
      [1, 92, 47],
      [2, 0, 0],
      [2, 1, 1],
    ],
  );
  const plain = parseEpfCsv(hours);
  assert.equal(byQuarterHours(plain), plain);
});
