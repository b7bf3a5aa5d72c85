import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DAY_MS,
  HOUR_MS,
  type Resolution,
  deliveryPeriods,
  formatMadrid,
  periodMs,
} from '@lonja/forecasting/market';
import { FileFault } from '../payload-fault.ts';
import { type CsvMapping, parseMapping } from './mapping.ts';
import { parseCsv } from './parse.ts';

const DAYS = ['2025-11-05', '2025-03-30', '2025-10-26'];
const [ORDINARY, SPRING, AUTUMN] = DAYS;

function mappingOf(time: Record<string, unknown>, more: Record<string, unknown> = {}): CsvMapping {
  const parsed = parseMapping({
    delimiter: ';',
    decimal: ',',
    resolution: 'PT1H',
    ...more,
    time: { column: 'fecha', format: 'dd/mm/yyyy', zone: 'madrid', ...time },
    series: [
      { column: 'mw', key: 'wind.actual', unit: 'MW', availability: { rule: 'after-end', minutes: 60 } },
    ],
  });
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'));
  return parsed;
}

/** The starts that are read, for rows of dates, times or numbers, which get the values 0, 1, 2, ... */
function startsIn(rows: string[][], mapping: CsvMapping): number[] {
  const { column, clock, period } = mapping.time;
  const header = [column, ...[clock ?? period].filter((name) => name !== undefined), 'mw'];
  const text = [header, ...rows.map((row, i) => [...row, String(i)])]
    .map((row) => row.join(';'))
    .join('\r\n');
  const { series } = parseCsv(text, mapping, 'f.csv');
  return series[0].series.flatMap(({ start }) => [...start]);
}

function assertRefused(rows: string[][], mapping: CsvMapping, line: number, message: RegExp): void {
  assert.throws(
    () => startsIn(rows, mapping),
    (fault) =>
      fault instanceof FileFault &&
      fault.line === line &&
      message.test(fault.message) &&
      !fault.message.includes('\n'),
    String(message),
  );
}

const startsOf = (day: string, resolution: Exclude<Resolution, 'P1D'> = 'PT1H') =>
  deliveryPeriods(day, resolution).map(({ start }) => start);
const spanish = (day: string) => day.split('-').toReversed().join('/');
const numbered = (day: string, count: number, write: (number: number) => string = String) =>
  Array.from({ length: count }, (_, i) => [spanish(day), write(i + 1)]);
const COUNTED = mappingOf({ period: 'hora' });
const BY_CLOCK = mappingOf({ period: 'hora', counts: 'clock', repeatedHour: 'in-order' });

test('dates of every format are read, with and without zeros', () => {
  for (const [format, text] of [
    ['dd/mm/yyyy', '05/11/2025'],
    ['dd/mm/yyyy', '5/11/2025'],
    ['dd-mm-yyyy', '05-11-2025'],
    ['dd.mm.yyyy', '05.11.2025'],
    ['yyyymmdd', '20251105'],
    ['yyyy/mm/dd', '2025/11/5'],
    ['DD/MM/YY', '05/11/25'],
    ['mm/dd/yyyy', '11/05/2025'],
    [undefined, '2025-11-05'],
  ] as const) {
    const mapping = mappingOf({ period: 'hora', format });
    assert.deepEqual(startsIn([[text, '1']], mapping), [startsOf(ORDINARY)[0]], text);
  }
  const message =
    /^f\.csv, line 2: column "fecha": expected a date such as 31\/03\/2026, found "2025-11-05"$/;
  assertRefused([[ORDINARY, '1']], COUNTED, 2, message);
  assertRefused([['31/02/2025', '1']], COUNTED, 2, /expected a date such as/);
  assertRefused([['05/13/2025', '1']], COUNTED, 2, /expected a date such as/);
});

test('numbered periods count real time on days of 23, 24 and 25 hours, in hours and in quarters', () => {
  for (const day of DAYS) {
    for (const resolution of ['PT1H', 'PT15M'] as const) {
      const starts = startsOf(day, resolution);
      const mapping = mappingOf({ period: 'hora' }, { resolution });
      assert.deepEqual(startsIn(numbered(day, starts.length), mapping), starts, `${day} ${resolution}`);
    }
  }
});

test('a number may have zeros, a letter, or be the time at which its hour ends', () => {
  const expected = startsOf(ORDINARY);
  const hours = [
    (hour: number) => String(hour).padStart(2, '0'),
    (hour: number) => `H${hour}`,
    (hour: number) => `h${String(hour).padStart(2, '0')}`,
    (hour: number) => `${String(hour).padStart(2, '0')}:00`,
  ];
  for (const write of hours) assert.deepEqual(startsIn(numbered(ORDINARY, 24, write), COUNTED), expected);
  const quarters = mappingOf({ period: 'hora' }, { resolution: 'PT15M' });
  const ofHour = (n: number) => `H${Math.ceil(n / 4)}Q${((n - 1) % 4) + 1}`;
  assert.deepEqual(startsIn(numbered(AUTUMN, 100, ofHour), quarters), startsOf(AUTUMN, 'PT15M'));
  assert.deepEqual(startsIn([['05/11/2025 0:00', '2']], COUNTED), [expected[1]]);
  for (const cell of ['0', '00:00', '25', '01-02', '1,5', '', 'H2Q1', '-1']) {
    assertRefused(
      [[spanish(ORDINARY), cell]],
      COUNTED,
      2,
      /column "hora": expected a period from 1 to 24 of 2025-11-05/,
    );
  }
});

test('a file that counts the hours of the clock is distinguished from one that counts real time', () => {
  assertRefused(
    numbered(SPRING, 24),
    COUNTED,
    25,
    /from 1 to 23 of 2025-03-30, found "24"; set "counts": "clock"/,
  );
  assertRefused(
    numbered(AUTUMN, 24),
    COUNTED,
    25,
    /expected 25 periods of 2025-10-26, found 24; set "counts": "clock"/,
  );
  const quarters = mappingOf({ period: 'hora' }, { resolution: 'PT15M' });
  assertRefused(numbered(AUTUMN, 96), quarters, 97, /expected 100 periods of 2025-10-26, found 96/);
  assertRefused(
    numbered(AUTUMN, 25),
    BY_CLOCK,
    26,
    /from 1 to 24 of 2025-10-26, found "25"; set "counts": "real"/,
  );
});

test('hours of the clock leave out one in March and have one twice in October', () => {
  const all = numbered(ORDINARY, 24);
  assert.deepEqual(startsIn(all, BY_CLOCK), startsOf(ORDINARY));
  assert.deepEqual(startsIn(numbered(SPRING, 24).toSpliced(2, 1), BY_CLOCK), startsOf(SPRING));
  const twice = numbered(AUTUMN, 24).toSpliced(2, 0, [spanish(AUTUMN), '3']);
  assert.deepEqual(startsIn(twice, BY_CLOCK), startsOf(AUTUMN));
  assert.deepEqual(startsIn(numbered(AUTUMN, 24), BY_CLOCK), startsOf(AUTUMN).toSpliced(3, 1));
  assertRefused(
    numbered(AUTUMN, 24),
    mappingOf({ period: 'hora', counts: 'clock' }),
    4,
    /expected a time that occurs once/,
  );
});

test('a value in the hour that March does not have is refused or left out and counted; an empty cell is only empty', () => {
  assertRefused(
    numbered(SPRING, 24),
    BY_CLOCK,
    4,
    /column "fecha" and "hora": expected a local time, found "30\/03\/2025 3", which the change to summer time leaves out; "skippedHour": "leave-out"/,
  );
  const leavesOut = mappingOf({ period: 'hora', counts: 'clock', skippedHour: 'leave-out' });
  const text = ['fecha;hora;mw', ...numbered(SPRING, 24).map((row) => [...row, '7'].join(';'))].join('\n');
  const [left] = parseCsv(text, leavesOut, 'f.csv').series;
  assert.deepEqual([[...left.series[0].start], left.skippedHour], [startsOf(SPRING), 1]);
  const [blank] = parseCsv(text.replace(';3;7', ';3;'), BY_CLOCK, 'f.csv').series;
  assert.deepEqual([[...blank.series[0].start], blank.empty, blank.skippedHour], [startsOf(SPRING), 1, 0]);
});

/** What clocks show at an instant, `H:MM`, and the date, with midnight as 24:00 of the day that ends. */
function endOf(start: number, resolution: Exclude<Resolution, 'P1D'>, midnight: '24:00' | '0:00'): string[] {
  const end = formatMadrid(start + periodMs(resolution));
  const clock = `${Number(end.slice(11, 13))}:${end.slice(14, 16)}`;
  if (clock !== '0:00' || midnight === '0:00') return [spanish(end.slice(0, 10)), clock];
  return [spanish(formatMadrid(start).slice(0, 10)), '24:00'];
}

test('times at the end of the period give the same starts, with midnight as 24:00 or as 0:00 of the next day', () => {
  for (const day of DAYS) {
    for (const resolution of ['PT1H', 'PT15M'] as const) {
      const starts = startsOf(day, resolution);
      const more = { stamp: 'end', repeatedHour: 'in-order' };
      for (const midnight of ['24:00', '0:00'] as const) {
        const rows = starts.map((start) => endOf(start, resolution, midnight));
        const apart = mappingOf({ clock: 'hora', ...more }, { resolution });
        assert.deepEqual(startsIn(rows, apart), starts, `${day} ${resolution} ${midnight}`);
        const together = mappingOf(more, { resolution });
        const cells = rows.map((row) => [row.join(' ')]);
        assert.deepEqual(startsIn(cells, together), starts, `${day} ${resolution} ${midnight} in one column`);
      }
    }
  }
});

test('times at the start may stand in a column of their own, without zeros', () => {
  const rows = startsOf(ORDINARY).map((_, hour) => [spanish(ORDINARY), `${hour}:00`]);
  assert.deepEqual(startsIn(rows, mappingOf({ clock: 'hora' })), startsOf(ORDINARY));
});

test('24:00 as a start, and the end of a day as its own midnight, are refused with what to do', () => {
  const date = spanish(ORDINARY);
  assertRefused(
    [[date, '24:00']],
    mappingOf({ clock: 'hora' }),
    2,
    /^f\.csv, line 2: column "fecha" and "hora": expected a local time .*, found "05\/11\/2025 24:00"; set "stamp": "end" in the mapping where/,
  );
  const ends = Array.from({ length: 24 }, (_, i) => [date, `${(i + 1) % 24}:00`]);
  assertRefused(
    ends,
    mappingOf({ clock: 'hora', stamp: 'end' }),
    25,
    /expected "24:00", or midnight of the next day/,
  );
  for (const clock of ['24:15', '25:00', '7', '7:60', '07:00 PM']) {
    assertRefused([[date, clock]], mappingOf({ clock: 'hora', stamp: 'end' }), 2, /expected a local time/);
  }
  assertRefused(
    [[date, '7:30']],
    mappingOf({ clock: 'hora', stamp: 'end' }),
    2,
    /expected the end of a period of PT1H/,
  );
});

test('ends that are written as the start and an hour are refused on the days of the clock changes', () => {
  const plusAnHour = (day: string) =>
    startsOf(day).map((start) => {
      const hour = Number(formatMadrid(start).slice(11, 13)) + 1;
      return [spanish(day), `${hour}:00`];
    });
  const mapping = mappingOf({ clock: 'hora', stamp: 'end', repeatedHour: 'in-order' });
  assert.deepEqual(startsIn(plusAnHour(ORDINARY), mapping), startsOf(ORDINARY));
  assertRefused(
    plusAnHour(SPRING),
    mapping,
    3,
    /"30\/03\/2025 2:00", which the change to summer time leaves out$/,
  );
  assertRefused(plusAnHour(AUTUMN), mapping, 5, /expected each period once/);
  for (const day of DAYS) {
    assert.deepEqual(startsIn(plusAnHour(day), BY_CLOCK), startsOf(day), `${day} by number`);
  }
});

test('ends of periods in UTC and with offsets are instants like any other', () => {
  const starts = startsOf(AUTUMN);
  const inUtc = starts.map((start) => [new Date(start + HOUR_MS).toISOString().slice(0, 16)]);
  assert.deepEqual(startsIn(inUtc, mappingOf({ format: 'yyyy-mm-dd', zone: 'utc', stamp: 'end' })), starts);
  const withOffset = starts.map((start) => [formatMadrid(start + HOUR_MS)]);
  assert.deepEqual(
    startsIn(withOffset, mappingOf({ format: 'yyyy-mm-dd', zone: 'offset', stamp: 'end' })),
    starts,
  );
});

test('a daily value has its date in the format of the mapping', () => {
  const mapping = mappingOf({}, { resolution: 'P1D' });
  assert.deepEqual(startsIn([['5/11/2025'], ['06/11/2025']], mapping), [
    startsOf(ORDINARY)[0],
    startsOf(ORDINARY)[0] + DAY_MS,
  ]);
});
