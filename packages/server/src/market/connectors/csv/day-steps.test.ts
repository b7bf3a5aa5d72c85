import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Resolution, deliveryPeriods, formatMadrid, periodMs } from '@lonja/forecasting/market';
import { FileFault } from '../payload-fault.ts';
import { type CsvMapping, parseMapping } from './mapping.ts';
import { parseCsv } from './parse.ts';

type Step = Exclude<Resolution, 'P1D'>;

function mappingOf(time: Record<string, unknown>, more: Record<string, unknown> = {}): CsvMapping {
  const availability = { rule: 'after-end', minutes: 0 };
  const parsed = parseMapping({
    resolution: 'PT15M',
    series: [{ column: 'a', key: 'price.da', unit: 'EUR/MWh', availability }],
    ...more,
    time: { column: 'time', zone: 'offset', ...time },
  });
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'));
  return parsed;
}

const BY_DAY = mappingOf({});
const startsOf = (day: string, step: Step) => deliveryPeriods(day, step).map(({ start }) => start);
const rowsOf = (day: string, step: Step) =>
  startsOf(day, step).map((start, i) => `${formatMadrid(start)},${i}`);

function read(rows: string[], mapping = BY_DAY, header = 'time,a') {
  return parseCsv([header, ...rows].join('\n'), mapping, 'f.csv').series.map(({ series }) =>
    series.map(({ resolution, start }) => [resolution, start.length] as const),
  );
}

function assertRefused(rows: string[], line: number, message: RegExp, mapping = BY_DAY): void {
  assert.throws(
    () => read(rows, mapping),
    (fault) => fault instanceof FileFault && fault.line === line && message.test(fault.message),
    String(message),
  );
}

test('a file over the switch has hours, then quarter hours, as times, ends of periods, and numbers', () => {
  const days = [
    ['2025-09-30', 'PT1H'],
    ['2025-10-01', 'PT15M'],
  ] as const;
  assert.deepEqual(read(days.flatMap(([day, step]) => rowsOf(day, step))), [
    [
      ['PT1H', 24],
      ['PT15M', 96],
    ],
  ]);
  const ends = days.flatMap(([day, step]) =>
    startsOf(day, step).map((start) => `${formatMadrid(start + periodMs(step))},1`),
  );
  const parsed = parseCsv(['time,a', ...ends].join('\n'), mappingOf({ stamp: 'end' }), 'f.csv').series[0];
  const [hours, quarters] = parsed.series;
  assert.deepEqual([...hours.start], startsOf('2025-09-30', 'PT1H'));
  assert.deepEqual([...quarters.start], startsOf('2025-10-01', 'PT15M'));
  assert.equal(hours.availableAt[0] - hours.start[0], periodMs('PT1H'));
  const numbers = days.flatMap(([day, step]) => startsOf(day, step).map((_, i) => `${day},${i + 1},${i}`));
  const counted = mappingOf({ zone: 'madrid', period: 'p' });
  assert.deepEqual(read(numbers, counted, 'time,p,a'), [
    [
      ['PT1H', 24],
      ['PT15M', 96],
    ],
  ]);
});

test('days of 23 and 25 hours are in hours too', () => {
  for (const [day, hours] of [
    ['2025-03-30', 23],
    ['2024-10-27', 25],
  ] as const) {
    assert.deepEqual(read(rowsOf(day, 'PT1H')), [[['PT1H', hours]]]);
    const numbers = startsOf(day, 'PT1H').map((_, i) => `${day},${i + 1},${i}`);
    assert.deepEqual(read(numbers, mappingOf({ zone: 'madrid', period: 'p' }), 'time,p,a'), [
      [['PT1H', hours]],
    ]);
  }
});

test('each series has its own step: hours beside quarters, where other cells are empty', () => {
  const series = ['a', 'b'].map((column) => ({
    column,
    key: `${column}.actual`,
    unit: 'MW',
    availability: { rule: 'after-end', minutes: 0 },
  }));
  const rows = startsOf('2025-10-26', 'PT15M').map(
    (start, i) => `${formatMadrid(start)},${i},${i % 4 === 0 ? i : ''}`,
  );
  assert.deepEqual(read(rows, mappingOf({}, { series }), 'time,a,b'), [[['PT15M', 100]], [['PT1H', 25]]]);
  const long = ['2025-09-30', '2025-10-01'].flatMap((day) => [
    ...rowsOf(day, 'PT1H').map((row) => `${row},x`),
    ...rowsOf(day, 'PT15M').map((row) => `${row},y`),
  ]);
  const where = ['x', 'y'].map((id, i) => ({
    ...series[i],
    column: 'a',
    where: { column: 'id', equals: [id] },
  }));
  assert.deepEqual(read(long, mappingOf({}, { series: where }), 'time,a,id'), [
    [['PT1H', 48]],
    [['PT15M', 192]],
  ]);
});

test('a part of a day keeps its step: an unfinished day, and the one hour of a day that a file in UTC ends with', () => {
  const quarters = rowsOf('2025-11-05', 'PT15M');
  assert.deepEqual(read(quarters.slice(0, 57)), [[['PT15M', 57]]]);
  assert.deepEqual(read([...quarters, ...rowsOf('2025-11-06', 'PT15M').slice(0, 1)]), [[['PT15M', 97]]]);
  const hours = rowsOf('2025-01-15', 'PT1H');
  assert.deepEqual(read([...hours, ...rowsOf('2025-01-16', 'PT1H').slice(0, 1)]), [[['PT1H', 25]]]);
  const holes = quarters.map((row, i) => (i >= 21 && i < 24 ? `${row.split(',')[0]},` : row));
  assert.deepEqual(read(holes), [[['PT15M', 93]]]);
});

test('a day of hours and quarters, of half hours or of longer steps is refused with its first line', () => {
  const [quarters, hours] = (['PT15M', 'PT1H'] as const).map((step) => rowsOf('2025-11-05', step));
  const switched = [...hours.slice(0, 12), ...quarters.slice(48)];
  assertRefused(
    switched,
    2,
    /expected a quarter hour, as elsewhere on 2025-11-05, found an hour without rows/,
  );
  assertRefused([...quarters.slice(0, 48), ...hours.slice(12)], 50, /as elsewhere on 2025-11-05/);
  const before = rowsOf('2025-11-04', 'PT15M');
  const halves = quarters.filter((_, i) => i % 2 === 0);
  assertRefused([...before, ...halves], 98, /found 2025-11-05 in steps of 30 minutes; make hours of them/);
  for (const mapping of [BY_DAY, mappingOf({}, { resolution: 'PT1H' })]) {
    const even = hours.filter((_, i) => i % 2 === 0);
    assertRefused(even, 2, /found 2025-11-05 in steps of 2 hours/, mapping);
  }
});

test('quarters under a mapping of hours, and a day that is hours or a part of a later day, are refused', () => {
  const hourly = mappingOf({}, { resolution: 'PT1H' });
  assertRefused(
    rowsOf('2025-11-05', 'PT15M'),
    3,
    /a period of PT1H, found .*; set "resolution": "PT15M"/,
    hourly,
  );
  const counted = mappingOf({ zone: 'madrid', period: 'p' });
  const numbers = (day: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${day},${i + 1},${i}`);
  const rows = [...numbers('2025-11-05', 96), ...numbers('2025-11-06', 24)];
  assert.throws(
    () => read(rows, counted, 'time,p,a'),
    /line 98: .*to the end of 2025-11-06, as on 2025-11-05/,
  );
  assert.deepEqual(read([...rows, '2025-11-06,25,1'], counted, 'time,p,a'), [[['PT15M', 121]]]);
});
