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
    const named = parseEpfCsv(csv, { zone: 'Europe/Madrid' });
    assert.deepEqual({ ...named, zone: undefined }, parseEpfCsv(csv));
    assert.throws(() => parseEpfCsv(csv, { zone: 'Europe/Atlantis' }), /"Europe\/Atlantis" is no time zone/);
  });
});

describe('steps of a file', () => {
  const halfHours = csvOf('2025-11-01T00:00Z', 480, '', HOUR_MS / 2);

  test('half hours are slots of the panel, and of each a period', () => {
    const { panel, periods, resolution } = parseEpfCsv(halfHours, { longestGapHours: 2 });
    assert.deepEqual([panel.slotsPerDay, periods.length, resolution], [48, 480, 'PT30M']);
    assert.deepEqual(periods[49], { time: '2025-11-02T00:30', row: 1, slot: 1, price: 49 });
  });

  test('their means are hours where these are asked for, and nothing shorter can be made of them', () => {
    const { panel, periods, resolution } = parseEpfCsv(halfHours, { resolution: 'PT1H' });
    assert.deepEqual([panel.slotsPerDay, periods.length, resolution], [24, 240, 'PT1H']);
    assert.deepEqual([...panel.price.subarray(0, 3)], [0.5, 2.5, 4.5]);
    assert.throws(
      () => parseEpfCsv(halfHours, { resolution: 'PT15M' }),
      /2025-11-01 is in half hours, of which no quarter hours can be made; name the resolution PT30M/,
    );
  });

  test('five minutes are read as the means that are asked for, and refused otherwise', () => {
    const csv = csvOf('2025-11-01T00:00Z', 2 * 288, '', HOUR_MS / 12);
    const { periods } = parseEpfCsv(csv, { resolution: 'PT30M' });
    assert.deepEqual([periods.length, periods[0].price, periods[95].price], [96, 2.5, 572.5]);
    assert.throws(() => parseEpfCsv(csv), /2025-11-01 is in steps of 5 minutes; name the resolution PT15M/);
    // A mean of fewer parts is none.
    const lacking = csv.replace(/\n2025-11-01T05:10,.*/, '');
    assert.throws(() => parseEpfCsv(lacking, { resolution: 'PT30M' }), /column "price" is empty/);
    assert.equal(parseEpfCsv(lacking, { resolution: 'PT30M', longestGapHours: 1 }).filled[0].times.length, 1);
  });

  test('steps of 120 minutes are named, and no gap is filled in them', () => {
    const csv = csvOf('2025-11-01T00:00Z', 120, '', 2 * HOUR_MS);
    assert.throws(() => parseEpfCsv(csv, { longestGapHours: 2 }), /in steps of 120 minutes; .* as a row/);
  });

  test('a row between half hours is named, and invents no quarter hours', () => {
    assert.throws(
      () => parseEpfCsv(`${halfHours}\n2025-11-10T23:45,7`, { longestGapHours: 2 }),
      /Line 482: "2025-11-10T23:45" is not the start of a half hour, .*take the row out .*PT1H, which takes the means/,
    );
  });

  test('a row between hours is named too', () => {
    const csv = `${csvOf('2025-11-01T00:00Z', 48, '')}\n2025-11-02T23:45,7`;
    assert.throws(
      () => parseEpfCsv(csv, { longestGapHours: 2 }),
      /"2025-11-02T23:45" is not the start of an hour/,
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
      /in hours up to 2025-11-04, which is in half hours: name the resolution PT1H/,
    );
    assert.equal(parseEpfCsv(`${hours}\n${half}`, { resolution: 'PT1H' }).periods.length, 96);
  });

  test('a file of which too much would be invented is refused', () => {
    const lines = csvOf('2025-11-01T00:00Z', 480, '').split('\n');
    const holed = lines.filter((_, i) => i % 4 !== 2).join('\n');
    assert.throws(() => parseEpfCsv(holed, { longestGapHours: 2 }), /of 480 values of "price" are missing/);
  });
});

describe('half hours where clocks change', () => {
  const changes: [zone: string, from: string, day: string, periods: number][] = [
    ['Europe/London', '2026-03-27T00:00Z', '2026-03-29', 46],
    ['Europe/London', '2025-10-23T23:00Z', '2025-10-26', 50],
    ['Australia/Adelaide', '2025-10-02T14:30Z', '2025-10-05', 46],
    ['Australia/Adelaide', '2026-04-02T13:30Z', '2026-04-05', 50],
    ['Australia/Brisbane', '2025-10-02T14:00Z', '2025-10-05', 48],
    ['Australia/Lord_Howe', '2025-10-02T13:30Z', '2025-10-05', 47],
    ['Australia/Lord_Howe', '2026-04-02T13:00Z', '2026-04-05', 49],
    ['America/Santiago', '2025-09-04T04:00Z', '2025-09-07', 46],
  ];
  for (const [zone, from, day, count] of changes) {
    test(`${day} has ${count} of them in ${zone}`, () => {
      const csv = csvOf(from, 5 * 48, 'Z', HOUR_MS / 2);
      const { panel, periods } = parseEpfCsv(csv, { zone });
      const row = panel.days.indexOf(day);
      const ofDay = periods.filter((period) => period.row === row);
      assert.equal(ofDay.length, count);
      assert.equal(new Set(ofDay.map(({ time }) => time)).size, count);
      assert.ok(panel.price.subarray(row * 48, (row + 1) * 48).every(Number.isFinite));
      // The same file in local times, whose order alone tells the two half hours apart.
      const local = [
        'time,price',
        ...periods.map(({ time, price }) => `${time.slice(0, 16).replace('T', ' ')},${price}`),
      ];
      const again = parseEpfCsv(local.join('\n'), { zone });
      assert.deepEqual(again.panel, panel);
      assert.deepEqual(
        again.periods.map(({ row: of, slot, price }) => [of, slot, price]),
        periods.map(({ row: of, slot, price }) => [of, slot, price]),
      );
    });
  }

  test('hours of a clock that changes by half an hour are no hours of its days', () => {
    const csv = csvOf('2025-10-02T13:30Z', 120, 'Z');
    assert.throws(() => parseEpfCsv(csv, { zone: 'Australia/Lord_Howe' }), /is not the start of an hour/);
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
