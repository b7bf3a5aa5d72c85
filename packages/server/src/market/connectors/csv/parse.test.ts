import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, dayStart, instantOf } from '@lonja/forecasting/market';
import { FileFault } from '../payload-fault.ts';
import { type CsvMapping, parseMapping } from './mapping.ts';
import { parseCsv } from './parse.ts';

const AFTER_END = { rule: 'after-end', minutes: 60 };

function mapping(changes: {
  time?: Record<string, unknown>;
  series?: Record<string, unknown>;
  [option: string]: unknown;
}): CsvMapping {
  const { time, series, ...options } = changes;
  const parsed = parseMapping({
    resolution: 'PT1H',
    ...options,
    time: { column: 'time', zone: 'utc', ...time },
    series: [{ column: 'load', key: 'load.actual', unit: 'MW', availability: AFTER_END, ...series }],
  });
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'));
  return parsed;
}

function parse(text: string, changes: Parameters<typeof mapping>[0] = {}) {
  const [{ series, ...counts }] = parseCsv(text, mapping(changes), 'load.csv').series;
  return {
    ...counts,
    start: series.flatMap(({ start }) => [...start]),
    value: series.flatMap(({ value }) => [...value]),
    availableAt: series.flatMap(({ availableAt }) => [...availableAt]),
  };
}

function assertRefused(
  text: string,
  line: number,
  message: RegExp,
  changes: Parameters<typeof mapping>[0] = {},
) {
  assert.throws(
    () => parse(text, changes),
    (fault) => fault instanceof FileFault && fault.line === line && message.test(fault.message),
  );
}

const JANUARY = Date.UTC(2025, 0, 15);

test('values are read with their scale, in order of time, empty cells are counted', () => {
  const text =
    'time,load\n2025-01-15T01:00Z,2\n2025-01-15 00:00,1.5\n2025-01-15T02:00:00Z,\n2025-01-15T03:00Z,n/e\n';
  assert.deepEqual(parse(text, { empty: ['n/e'], series: { scale: 1000 } }), {
    start: [JANUARY, JANUARY + HOUR_MS],
    value: [1500, 2000],
    availableAt: [JANUARY + 2 * HOUR_MS, JANUARY + 3 * HOUR_MS],
    empty: 2,
    tooEarly: 0,
    unmatched: 0,
    skippedHour: 0,
  });
});

test('semicolons and decimal commas are read where the mapping says so', () => {
  const options = { delimiter: ';', decimal: ',' };
  assert.deepEqual(parse('time;load\n2025-01-15T00:00Z;-1,25\n', options).value, [-1.25]);
});

test('times with offsets distinguish the two passes of the repeated hour', () => {
  const text = 'time,load\n2025-10-26T02:00+02:00,1\n2025-10-26T02:00+01:00,2\n';
  const first = Date.UTC(2025, 9, 26);
  assert.deepEqual(parse(text, { time: { zone: 'offset' } }).start, [first, first + HOUR_MS]);
});

test('instants are read as databases write them, also where a column says when values were known', () => {
  const known = { availability: { rule: 'column', column: 'known' } };
  const text = [
    'time,load,known',
    '2026-10-25 02:00:00+02,1,2026-10-24 10:00:00.25+02',
    '2026-10-25 02:00:00 +0100,2,2026-10-24T08:00Z',
    '2026-10-25 02:00:00 UTC,3,2026-10-24 10:00 (CEST)',
    '2026-10-25T04:00+01:00[Europe/Madrid],4,2026-10-24T10:00+02:00[Europe/Madrid]',
  ].join('\n');
  const { start, availableAt } = parse(text, { time: { zone: 'offset' }, series: known });
  assert.deepEqual(
    start,
    [0, 1, 2, 3].map((hour) => Date.UTC(2026, 9, 25, hour)),
  );
  const ten = Date.UTC(2026, 9, 24, 8);
  assert.deepEqual(availableAt, [ten + 250, ten, ten, ten]);
});

test('under local times an offset decides between two equal hours, and one that is not of Madrid is refused', () => {
  const local = { time: { zone: 'madrid' } };
  const text =
    'time,load\n2025-10-26 02:00 (CEST),1\n2025-10-26 02:00 CET,2\n2025-10-26 03:00,3\n2025-10-26 04:00+01,4\n';
  assert.deepEqual(
    parse(text, local).start,
    [0, 1, 2, 3].map((hour) => Date.UTC(2025, 9, 26, hour)),
  );
  const message = /expected a local time such as .*, found "2025-10-26 04:00 \(CEST\)"; set "zone": "offset"/;
  assertRefused('time,load\n2025-10-26 04:00 (CEST),1\n', 2, message, local);
  assertRefused('time,load\n2025-10-26 04:00Z,1\n', 2, /set "zone": "offset"/, local);
  assertRefused('time,load\n2025-03-30 02:00 (CET),1\n', 2, /set "zone": "offset"/, local);
});

test('local times give 23 hours in March and, in order, 25 hours in October', () => {
  const local = (day: string, hours: number[]) =>
    ['time,load', ...hours.map((hour) => `${day} ${String(hour).padStart(2, '0')}:00,1`)].join('\n');
  const all = Array.from({ length: 24 }, (_, hour) => hour);
  const march = parse(local('2025-03-30', all.toSpliced(2, 1)), { time: { zone: 'madrid' } });
  assert.deepEqual(
    march.start,
    Array.from({ length: 23 }, (_, i) => dayStart('2025-03-30') + i * HOUR_MS),
  );
  const inOrder = { time: { zone: 'madrid', repeatedHour: 'in-order' } };
  const october = parse(local('2025-10-26', all.toSpliced(2, 0, 2)), inOrder);
  assert.deepEqual(
    october.start,
    Array.from({ length: 25 }, (_, i) => dayStart('2025-10-26') + i * HOUR_MS),
  );
});

test('local quarters of the repeated hour are taken in order', () => {
  const quarters = ['00', '15', '30', '45'].map((minutes) => `2025-10-26 02:${minutes},1`);
  const options = { resolution: 'PT15M', time: { zone: 'madrid', repeatedHour: 'in-order' } };
  const { start } = parse(['time,load', ...quarters, ...quarters].join('\n'), options);
  assert.deepEqual(
    start,
    Array.from({ length: 8 }, (_, i) => Date.UTC(2025, 9, 26) + (i * HOUR_MS) / 4),
  );
});

test('a local hour that occurs twice, or not at all, is refused', () => {
  const zone = { time: { zone: 'madrid' } };
  assertRefused('time,load\n2025-10-26 02:00,1\n', 2, /"time": expected a time that occurs once/, zone);
  assertRefused('time,load\n2025-03-30 02:00,1\n', 2, /the change to summer time leaves out/, zone);
});

test('availability follows the rule of the mapping', () => {
  const text = 'time,load,published\n2025-01-15T00:00Z,1,2025-01-14T08:30Z\n';
  const rule = (availability: Record<string, unknown>) =>
    parse(text, { series: { availability } }).availableAt;
  assert.deepEqual(rule({ rule: 'auction', product: 'da' }), [instantOf('2025-01-14', '13:00')]);
  const morning = { rule: 'local-time', dayOffset: -1, time: '10:00' };
  assert.deepEqual(rule(morning), [instantOf('2025-01-14', '10:00')]);
  assert.deepEqual(rule({ rule: 'column', column: 'published' }), [Date.UTC(2025, 0, 14, 8, 30)]);
});

test('a daily value starts with its local day', () => {
  const { start, availableAt } = parse('time,load\n2025-03-30,1\n', { resolution: 'P1D' });
  assert.deepEqual(start, [dayStart('2025-03-30')]);
  assert.deepEqual(availableAt, [dayStart('2025-03-31') + HOUR_MS]);
});

test('a condition picks rows and a first day leaves out earlier ones', () => {
  const text =
    'time,load,zone\n2025-01-15T00:00Z,1,ES\n2025-01-15T00:00Z,9,PT\n2025-01-16T00:00Z,2,ES\n2025-01-16T00:00Z,9,PT\n';
  const where = { column: 'zone', equals: ['ES'] };
  assert.deepEqual(parse(text, { series: { where } }).value, [1, 2]);
  const from = { day: '2025-01-16', reason: 'another design' };
  const late = parse(text, { series: { where, from } });
  assert.deepEqual([late.value, late.tooEarly, late.unmatched], [[2], 1, 2]);
});

test('damage is refused with line, column and expectation', () => {
  assertRefused('', 1, /expected a row of column names/);
  assertRefused('time,demand\n', 1, /expected the columns "load", found only "time", "demand"/);
  assertRefused('time,load,load\n', 1, /expected "load" only once/);
  assertRefused('time,load\n2025-01-15T00:00Z,1\n2025-01-15T01:00Z\n', 3, /expected 2 columns, found 1/);
  assertRefused(
    'time,load\n2025-01-15T00:00Z,1\n2025-01-15T01:00Z,x1\n',
    3,
    /column "load": expected a number, found "x1"/,
  );
  assertRefused('time,load\n2025-01-15T00:00Z,1,5\n', 2, /expected 2 columns, found 3/);
  assertRefused('time,load\n2025-01-15T00:00Z,0x10\n', 2, /expected a number/);
  assertRefused('time,load\n0001-01-01T00:00Z,1\n', 2, /expected a time in UTC/);
  assertRefused('time,load\n9999-12-31 00:00,1\n', 2, /expected a local time/, { time: { zone: 'madrid' } });
  assertRefused('time,load\n9999-12-31,1\n', 2, /expected a date such as 2026-03-31/, { resolution: 'P1D' });
  assertRefused(`time,load\n2025-01-15T00:00Z,\u0007${'x'.repeat(500)}\n`, 2, /found "\uFFFDx{79}\.\.\."$/);
  assertRefused('time,load\n15/01/2025 00:00,1\n', 2, /column "time": expected a time in UTC/);
  assertRefused('time,load\n2025-02-30T00:00Z,1\n', 2, /expected a time in UTC/);
  assertRefused('time,load\n2025-01-15T00:00+01:00,1\n', 2, /expected a time in UTC/);
  assertRefused('time,load\n2025-01-15T00:15Z,1\n', 2, /expected the start of a period of PT1H/);
  assertRefused(
    'time,load\n2025-01-15T00:00Z,1\n2025-01-15T01:00Z,2\n2025-01-15T00:00Z,1\n',
    4,
    /each period once, found 2025-01-15T01:00:00\+01:00 as in line 2/,
  );
});
