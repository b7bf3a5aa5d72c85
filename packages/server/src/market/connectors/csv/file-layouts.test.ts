import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Resolution, deliveryPeriods, formatMadrid, periodMs } from '@lonja/forecasting/market';
import { FileFault } from '../payload-fault.ts';
import { type CsvMapping, parseMapping } from './mapping.ts';
import { parseCsv } from './parse.ts';

type Step = Exclude<Resolution, 'P1D'>;

const [ORDINARY, SPRING, AUTUMN] = ['2025-11-05', '2026-03-29', '2025-10-26'];
const DAYS = [ORDINARY, SPRING, AUTUMN];

function mappingOf(
  time: Record<string, unknown>,
  { series = {}, ...more }: { series?: Record<string, unknown>; [field: string]: unknown } = {},
): CsvMapping {
  const parsed = parseMapping({
    resolution: 'PT15M',
    ...more,
    time: { format: 'dd/mm/yyyy', zone: 'madrid', ...time },
    series: [
      {
        column: 'mw',
        key: 'wind.actual',
        unit: 'MW',
        availability: { rule: 'after-end', minutes: 60 },
        ...series,
      },
    ],
  });
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'));
  return parsed;
}

/** Resolution, start and value of all that is read. */
function read(lines: string[], mapping: CsvMapping): [Resolution, number, number][] {
  return parseCsv(lines.join('\r\n'), mapping, 'f.csv').series.flatMap(({ series }) =>
    series.flatMap(({ resolution, start, value }) =>
      Array.from(start, (instant, i): [Resolution, number, number] => [resolution, instant, value[i]]),
    ),
  );
}

function assertRefused(lines: string[], mapping: CsvMapping, line: number, message: RegExp): void {
  assert.throws(
    () => read(lines, mapping),
    (fault) => {
      assert.ok(fault instanceof FileFault, String(fault));
      assert.match(fault.message, message);
      assert.equal(fault.line, line, fault.message);
      return true;
    },
  );
}

const startsOf = (day: string, step: Step) => deliveryPeriods(day, step).map(({ start }) => start);
const expected = (day: string, step: Step) => startsOf(day, step).map((start, i) => [step, start, i]);
const spanish = (day: string) => day.split('-').toReversed().join('/');
const stamp = (instant: number) =>
  `${spanish(formatMadrid(instant).slice(0, 10))} ${formatMadrid(instant).slice(11, 19)}`;
const marker = (instant: number) => (formatMadrid(instant).endsWith('+02:00') ? ' (CEST)' : ' (CET)');
const isNearChange = (instant: number) => formatMadrid(instant).slice(11, 13) === '02';

function intervals(day: string, step: Step, write: (instant: number) => string): string[] {
  return startsOf(day, step).map((start, i) => `${write(start)} - ${write(start + periodMs(step))},${i}`);
}

test('intervals are read on days of every length, with markers where clocks change', () => {
  const marked = (instant: number) => `${stamp(instant)}${isNearChange(instant) ? marker(instant) : ''}`;
  const mapping = mappingOf({ column: 'MTU' });
  for (const day of DAYS) {
    for (const step of ['PT15M', 'PT1H'] as const) {
      assert.deepEqual(read(['MTU,mw', ...intervals(day, step, marked)], mapping), expected(day, step));
    }
  }
});

test('the marker decides which of the two hours 2 it is, in any order of the rows', () => {
  const mapping = mappingOf({ column: 'MTU' }, { resolution: 'PT1H' });
  const rows = [
    '26/10/2025 02:00 (CET) - 26/10/2025 03:00,2',
    '26/10/2025 02:00 (CEST) - 26/10/2025 02:00 (CET),1',
  ];
  const second = Date.UTC(2025, 9, 26, 1);
  assert.deepEqual(read(['MTU,mw', ...rows], mapping), [
    ['PT1H', second - 3_600_000, 1],
    ['PT1H', second, 2],
  ]);
  assertRefused(['MTU,mw', '26/10/2025 02:00 - 26/10/2025 03:00,1'], mapping, 2, /a time that occurs once/);
});

test('intervals without markers are taken in order, and may lack the date of their end or be in ISO form', () => {
  const inOrder = mappingOf({ column: 'MTU', repeatedHour: 'in-order' });
  for (const day of DAYS) {
    assert.deepEqual(read(['MTU,mw', ...intervals(day, 'PT15M', stamp)], inOrder), expected(day, 'PT15M'));
    const clocks = startsOf(day, 'PT1H').map(
      (start, i) => `${stamp(start)}-${formatMadrid(start + 3_600_000).slice(11, 16)},${i}`,
    );
    assert.deepEqual(read(['MTU,mw', ...clocks], inOrder), expected(day, 'PT1H'));
    const iso = startsOf(day, 'PT15M').map(
      (start, i) => `${new Date(start).toISOString()}/${new Date(start + 900_000).toISOString()},${i}`,
    );
    const utc = mappingOf({ column: 'MTU', zone: 'utc', format: 'yyyy-mm-dd' });
    assert.deepEqual(read(['MTU,mw', ...iso], utc), expected(day, 'PT15M'));
  }
  const apart = mappingOf({ column: 'fecha', clock: 'hora' });
  assert.deepEqual(read(['fecha,hora,mw', '05/11/2025,23:00-00:00,7'], apart), [
    ['PT1H', startsOf(ORDINARY, 'PT1H')[23], 7],
  ]);
});

test('an interval of another length, or with a marker of another season, is refused', () => {
  const mapping = mappingOf({ column: 'MTU' });
  const row = (text: string) => ['MTU,mw', `${text},1`];
  assertRefused(
    row('05/11/2025 00:00 - 05/11/2025 00:30'),
    mapping,
    2,
    /an interval of 15 or of 60 minutes, found/,
  );
  assertRefused(row('05/11/2025 00:00 - 04/11/2025 23:45'), mapping, 2, /an interval of 15 or of 60 minutes/);
  assertRefused(
    row('05/11/2025 00:00 (CEST) - 05/11/2025 00:15 (CEST)'),
    mapping,
    2,
    /whose offsets are those of/,
  );
  assertRefused(row('05/11/2025 00:00 - tomorrow'), mapping, 2, /expected a local time/);
  const hours = mappingOf({ column: 'MTU' }, { resolution: 'PT1H' });
  assertRefused(
    row('05/11/2025 00:00 - 05/11/2025 00:15'),
    hours,
    2,
    /an interval of an hour, found .*; set "resolution": "PT15M"/,
  );
  const ends = mappingOf({ column: 'MTU', stamp: 'end' });
  assertRefused(row('05/11/2025 00:00 - 05/11/2025 00:15'), ends, 2, /leave out "stamp" in the mapping/);
});

test('titles, units, sums, sources and rows of delimiters are counted; the table is found by any delimiter', () => {
  const lines = [
    'Precio del mercado',
    ';;',
    'fecha;hora;mw',
    ';;MW',
    '05/11/2025;1;7',
    ';;',
    'Total;;7',
    'Fuente: OS',
    '',
  ];
  const mapping = mappingOf({ column: 'fecha', period: 'hora' }, { resolution: 'PT1H' });
  for (const delimiter of [';', ',', '\t']) {
    const text = lines.join('\n').replaceAll(';', delimiter);
    const { series, around } = parseCsv(text, mapping, 'f.csv');
    assert.deepEqual([...series[0].series[0].value], [7]);
    assert.deepEqual([around.above, around.blank, around.remarks.map(({ line }) => line)], [2, 1, [4, 7, 8]]);
  }
});

test('rows without a time among others, a cut last row and a table without times are damage', () => {
  const mapping = mappingOf({ column: 'hora' }, { resolution: 'PT1H' });
  assertRefused(
    ['hora,mw', '05/11/2025 0:00,1', 'Total,1', '05/11/2025 1:00,1'],
    mapping,
    3,
    /expected a local time/,
  );
  const last = mappingOf({ column: 'hora' }, { resolution: 'PT1H' });
  assertRefused(['mw,x,hora', '1,2,05/11/2025 0:00', '1'], last, 3, /expected 3 columns, found 1/);
  assertRefused(['hora,mw', 'x,1', 'y,2'], mapping, 2, /expected a time in some row, found "x"/);
  const merged = mappingOf({ column: 'fecha', period: 'hora' }, { resolution: 'PT1H' });
  const rows = ['05/11/2025,1,1', ...[2, 3, 4, 5].map((hour) => `,${hour},1`)];
  assertRefused(['fecha,hora,mw', ...rows], merged, 3, /column "fecha": expected a time/);
});

const TABLE = { rows: 'days', column: 'Fecha' };

function dayTable(day: string, names: string[], cells: (string | number)[]): string[] {
  return [['Fecha', ...names].join(','), [spanish(day), ...cells].join(',')];
}

test('rows of a day have a column for each period, to 25 hours or 100 quarters', () => {
  for (const day of DAYS) {
    for (const [step, letter, most] of [
      ['PT1H', 'H', 25],
      ['PT15M', 'Q', 100],
      ['PT1H', '', 25],
    ] as const) {
      const count = startsOf(day, step).length;
      const names = Array.from({ length: most }, (_, i) => `${letter}${i + 1}`);
      const cells = names.map((_, i) => (i < count ? i : ''));
      const mapping = mappingOf(TABLE, { resolution: step, series: { column: `${letter}*` } });
      assert.deepEqual(read(dayTable(day, names, cells), mapping), expected(day, step), `${day} ${letter}`);
    }
  }
});

test('marked columns have the second hour 2: 3A and 3B, 02:00A and 02:00B, 3 and 3B', () => {
  const numbers = Array.from({ length: 24 }, (_, i) => String(i + 1));
  const clocks = numbers.map((_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const ends = numbers.map((number) => `${number.padStart(2, '0')}:00`);
  for (const [names, time] of [
    [numbers.toSpliced(2, 1, '3A', '3B'), {}],
    [numbers.toSpliced(3, 0, '3B'), {}],
    [clocks.toSpliced(2, 1, '02:00A', '02:00B'), {}],
    [ends.toSpliced(2, 1, '03:00 a', '03:00 b'), { stamp: 'end' }],
  ] as const) {
    const mapping = mappingOf({ ...TABLE, ...time }, { resolution: 'PT1H', series: { column: '*' } });
    const cellsOf = (day: string) =>
      day === AUTUMN
        ? names.map((_, i) => i)
        : day === SPRING
          ? names.map((_, i) => (i === 2 || i === 3 ? '' : i < 2 ? i : i - 2))
          : names.map((_, i) => (i === 3 ? '' : i < 3 ? i : i - 1));
    for (const day of DAYS) {
      assert.deepEqual(
        read(dayTable(day, names, cellsOf(day)), mapping),
        expected(day, 'PT1H'),
        `${day} ${names[2]}`,
      );
    }
    const all = names.map((_, i) => i);
    assertRefused(dayTable(ORDINARY, names, all), mapping, 2, /expected no second hour on 2025-11-05, found/);
    assertRefused(dayTable(SPRING, names, all), mapping, 2, /no second hour|summer time leaves out/);
  }
});

test('columns of hours are hours under a mapping of quarter hours too, also on an unfinished day', () => {
  const clocks = Array.from({ length: 24 }, (_, i) => `${String(i).padStart(2, '0')}:00`);
  const numbers = Array.from({ length: 25 }, (_, i) => String(i + 1));
  const mapping = mappingOf(TABLE, { series: { column: '*' } });
  for (const names of [clocks, numbers]) {
    for (const count of [24, 10]) {
      const cells = names.map((_, i) => (i < count ? i : ''));
      assert.deepEqual(
        read(dayTable(ORDINARY, names, cells), mapping),
        expected(ORDINARY, 'PT1H').slice(0, count),
        `${names[0]} to ${count}`,
      );
    }
  }
});

test('columns of a table of days that are missing, an hour off or too many are refused', () => {
  const mapping = mappingOf(TABLE, { resolution: 'PT1H', series: { column: 'H*' } });
  assertRefused(
    dayTable(ORDINARY, ['H1', 'H2'], [1, 2]),
    mapping,
    1,
    /a column for each period .* found 2 such columns/,
  );
  const hours = Array.from({ length: 25 }, (_, i) => `H${i + 1}`);
  assertRefused(
    dayTable(
      ORDINARY,
      hours,
      hours.map((_, i) => i),
    ),
    mapping,
    2,
    /from 1 to 24 of 2025-11-05, found "25"/,
  );
  assertRefused(
    dayTable(
      AUTUMN,
      hours.slice(0, 24),
      hours.slice(1).map((_, i) => i),
    ),
    mapping,
    2,
    /expected 25 periods/,
  );
  const clocks = Array.from({ length: 24 }, (_, i) => `${i}:00`);
  const ends = mappingOf({ ...TABLE, stamp: 'end' }, { resolution: 'PT1H', series: { column: '*' } });
  assertRefused(
    dayTable(
      ORDINARY,
      clocks,
      clocks.map((_, i) => i),
    ),
    ends,
    1,
    /set "stamp": "start"/,
  );
});

test('hour and quarter may stand in two columns, from 1 or from 0, on days of every length', () => {
  for (const day of DAYS) {
    const starts = startsOf(day, 'PT15M');
    const real = starts.map((_, i) => `${spanish(day)},${Math.floor(i / 4) + 1},Q${(i % 4) + 1},${i}`);
    const mapping = mappingOf({ column: 'fecha', period: 'hora', quarter: 'cuarto' });
    assert.deepEqual(read(['fecha,hora,cuarto,mw', ...real], mapping), expected(day, 'PT15M'));
    const clock = starts.map((start, i) => {
      const text = formatMadrid(start);
      return `${spanish(day)},${Number(text.slice(11, 13))},${text.slice(14, 16)},${i}`;
    });
    const fromZero = { first: 0, counts: 'clock', repeatedHour: 'in-order' };
    const zero = mappingOf({ column: 'fecha', period: 'hora', quarter: 'cuarto', ...fromZero });
    assert.deepEqual(read(['fecha,hora,cuarto,mw', ...clock], zero), expected(day, 'PT15M'));
  }
  const mapping = mappingOf({ column: 'fecha', period: 'hora', quarter: 'cuarto' });
  assertRefused(['fecha,hora,cuarto,mw', '05/11/2025,1,5,1'], mapping, 2, /a quarter of an hour, 1 to 4/);
  const hours = startsOf(AUTUMN, 'PT1H').map((_, i) => `26/10/2025,${i + 1},,${i}`);
  assert.deepEqual(read(['fecha,hora,cuarto,mw', ...hours], mapping), expected(AUTUMN, 'PT1H'));
  const firsts = hours.map((row) => row.replace(',,', ',1,'));
  assert.deepEqual(read(['fecha,hora,cuarto,mw', ...firsts], mapping), expected(AUTUMN, 'PT1H'));
});
