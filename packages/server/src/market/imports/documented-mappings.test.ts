import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deliveryPeriods, formatMadrid } from '@lonja/forecasting/market';
import { type CsvMapping, parseMapping } from '../connectors/csv/mapping.ts';
import { parseCsv } from '../connectors/csv/parse.ts';

const guide = readFileSync(new URL('../../../../../docs/importing.md', import.meta.url), 'utf8');
const cases = new URL('../../../../../../shared/cases/', import.meta.url);
const skip = existsSync(cases) ? false : 'needs the files in ../shared/cases';

/** The mappings of the guide in their order, each with the file that stands before it, if one does. */
function examples(): { mapping: CsvMapping; file: string | undefined }[] {
  const blocks = [...guide.matchAll(/```(csv|json)\n(.*?)```/gs)].map(([, kind, body]) => ({ kind, body }));
  return blocks.flatMap(({ kind, body }, i) => {
    if (kind !== 'json') return [];
    const mapping = parseMapping(JSON.parse(body));
    assert.ok(!('faults' in mapping), JSON.stringify(mapping));
    const before = blocks.at(i - 1);
    return [{ mapping, file: i > 0 && before?.kind === 'csv' ? before.body : undefined }];
  });
}

function read(text: string, mapping: CsvMapping) {
  const [{ series }] = parseCsv(text, mapping, 'example.csv').series;
  return series.flatMap(({ start, value }) =>
    Array.from(start, (instant, i): [string, number] => [formatMadrid(instant).slice(0, 16), value[i]]),
  );
}

test('every mapping of the guide is valid, and reads the file that stands before it', () => {
  const found = examples();
  assert.equal(found.length, 10);
  const files = found.flatMap(({ mapping, file }) => (file === undefined ? [] : [read(file, mapping)]));
  assert.deepEqual(files, [
    [
      ['2025-11-05T00:00', 1234.5],
      ['2025-11-05T01:00', 987],
    ],
    [
      ['2025-10-26T01:00', 0.102],
      ['2025-10-26T02:00', 0.103],
      ['2025-10-26T02:00', 0.104],
      ['2025-10-26T23:00', 0.125],
    ],
    [
      ['2025-10-26T01:00', 0.102],
      ['2025-10-26T02:00', 0.103],
      ['2025-10-26T02:00', 0.104],
      ['2025-10-26T23:00', 0.125],
    ],
    [
      ['2025-03-30T00:00', 41.5],
      ['2025-03-30T01:00', 0.84],
      ['2025-03-30T23:00', 60],
    ],
    [
      ['2025-10-26T01:45', 31.75],
      ['2025-10-26T02:45', 32.75],
      ['2025-10-26T02:00', 33],
    ],
    [
      ['2025-10-26T00:00', 50],
      ['2025-10-26T01:00', 49.1],
      ['2025-10-26T02:00', 48],
      ['2025-10-26T02:00', 47.5],
      ['2025-10-26T03:00', 47],
      ['2025-10-26T23:00', 61],
    ],
    [
      ['2025-10-26T02:45', 7100],
      ['2025-10-26T02:00', 7080],
    ],
    [
      ['2025-10-25T00:00', 95_500],
      ['2025-10-26T00:00', 91_000],
      ['2025-10-27T00:00', 70_200],
    ],
  ]);
});

test('files of these layouts are read with the mappings of the guide', { skip }, () => {
  const [counted, meter] = examples().filter(({ file }) => file !== undefined);
  const of = (name: string) =>
    readFileSync(fileURLToPath(new URL(`csv-spanish-layout/${name}`, cases)), 'utf8');
  const hoursOf = (day: string) =>
    deliveryPeriods(day, 'PT1H').map(({ start }) => formatMadrid(start).slice(0, 16));
  const wind = read(of('fechahora.csv'), counted.mapping);
  assert.deepEqual(
    wind,
    hoursOf('2025-11-05').map((hour) => [hour, 100]),
  );
  const consumption = read(of('cnmc_like.csv'), meter.mapping);
  assert.deepEqual(
    consumption,
    hoursOf('2025-10-26').map((hour, i) => [hour, Math.round(101 + i) / 1000]),
  );
});

test('under a decimal comma 1.234 is refused, or 1234 where the mapping says so', { skip }, () => {
  const folder = new URL('csv-thousands-dot/', cases);
  const text = readFileSync(new URL('thousands.csv', folder), 'utf8');
  const document: object = JSON.parse(readFileSync(new URL('m.json', folder), 'utf8'));
  const mappingWith = (more: object) => {
    const mapping = parseMapping({ ...document, ...more });
    assert.ok(!('faults' in mapping));
    return mapping;
  };
  assert.throws(() => read(text, mappingWith({})), {
    message:
      'example.csv, line 2: column "eolica": expected a number with the decimal sign ",", found "1.234"; ' +
      'in the mapping set "thousands": true if it is 1234, or "decimal": "." if it is 1.234',
  });
  const values = read(text, mappingWith({ thousands: true })).map(([, value]) => value);
  assert.deepEqual(values, [
    ...Array.from({ length: 8 }, () => 1234),
    ...Array.from({ length: 16 }, () => 987),
  ]);
});
