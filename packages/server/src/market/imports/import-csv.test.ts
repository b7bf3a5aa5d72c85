import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createTestDatabase } from '../../../test/database.ts';
import { readSeries } from '../observations/observations.ts';
import { importCsvFile } from './import-csv.ts';

const { db, drop } = await createTestDatabase();
after(drop);

const folder = await mkdtemp(path.join(tmpdir(), 'lonja-csv-'));
after(() => rm(folder, { recursive: true }));

async function write(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

async function valuesOf(key: string): Promise<number[]> {
  const everything = { dataOrigin: 'market', from: 0, to: Date.UTC(2100), asOf: Infinity } as const;
  const series = await readSeries(db, { keys: [key], ...everything });
  return (series.get(key) ?? []).flatMap(({ value }) => [...value]);
}

const MAPPING = {
  source: 'meter',
  time: { column: 'time', zone: 'utc' },
  resolution: 'PT1H',
  series: [
    { column: 'load', key: 'load.actual', unit: 'MW', availability: { rule: 'after-end', minutes: 60 } },
    { column: 'wind', key: 'wind.actual', unit: 'MW', availability: { rule: 'after-end', minutes: 60 } },
  ],
};
const mapping = await write('mapping.json', JSON.stringify(MAPPING));

const PANEL_HEADER =
  'utc_start,local_start,da_price_es,da_price_src,ida1_price_es,load_fc_d1,wind_fc_d1,solar_fc_d1,fc_src,' +
  'load_act,wind_act_551,solar_act,nuclear_act_549,ccgt_act_550,hydro_act_546';
const PANEL = [
  PANEL_HEADER,
  '2024-06-13T21:00:00Z,x,50.1,a,45,26118,6436,17,"b(c,d)",25385,6431,49,7094.5,3390.5,2121.7',
  '2024-06-13T22:00:00Z,x,48.1,a,46,,5856,16,"b(c,d)",24382,5930,50,7095.7,3813.7,1810.2',
  '2024-06-13T23:00:00Z,x,4001,a,47,24934,5856,16,"b(c,d)",0,5930,50,7095.7,3813.7,1810.2',
].join('\n');

test('the panel layout is recognised, loaded from gzip, and every row accounted for', async () => {
  const file = await write('panel.csv.gz', gzipSync(PANEL));
  const report = await importCsvFile({ db, file });
  const rows = Object.fromEntries(
    report.series.map(({ series, inserted, quarantined }) => [series, [inserted, quarantined]]),
  );
  assert.deepEqual(rows['price.da'], [2, 1]);
  assert.deepEqual(rows['price.ida1'], [2, 0]);
  assert.deepEqual(rows['load.forecast'], [2, 0]);
  assert.deepEqual(rows['load.actual'], [2, 1]);
  assert.deepEqual(rows['thermal.ccgt.actual'], [3, 0]);
  assert.equal(report.series.length, 11);
  assert.deepEqual(
    report.skipped.map(({ what, count }) => [what, count]),
    [
      ['rows of price.ida1', 1],
      ['rows of load.forecast', 1],
    ],
  );
  const load = report.holes.find(({ series }) => series === 'load.actual');
  assert.deepEqual(load?.partial.first, [
    { day: '2024-06-13', periods: 1, of: 24 },
    { day: '2024-06-14', periods: 1, of: 24 },
  ]);
  const again = await importCsvFile({ db, file });
  assert.ok(again.series.every((series) => series.unchanged + series.quarantined === series.rows));
});

test('a mapping file says what the columns are', async () => {
  const file = await write(
    'meter.csv',
    'time,load,wind\n2025-01-15T00:00Z,20100,7\n2025-01-15T01:00Z,20110,\n',
  );
  const report = await importCsvFile({ db, file, mapping });
  assert.deepEqual(
    report.series.map(({ series, inserted }) => [series, inserted]),
    [
      ['load.actual', 2],
      ['wind.actual', 1],
    ],
  );
  assert.deepEqual(
    (await valuesOf('wind.actual')).filter((value) => value === 7),
    [7],
  );
});

test('a changed file corrects', async () => {
  const file = await write(
    'meter.csv',
    'time,load,wind\n2025-01-15T00:00Z,20100,7\n2025-01-15T01:00Z,20111,8\n',
  );
  const [load, wind] = (await importCsvFile({ db, file, mapping })).series;
  assert.deepEqual([load.unchanged, load.corrected, load.inserted], [1, 1, 0]);
  assert.deepEqual([wind.unchanged, wind.corrected, wind.inserted], [1, 0, 1]);
});

test('nothing of a damaged file is loaded', async () => {
  const file = await write(
    'bad.csv',
    'time,load,wind\n2025-02-15T00:00Z,20100,7\n2025-02-15T01:00Z,20110,seven\n',
  );
  const before = await valuesOf('load.actual');
  const report = await importCsvFile({ db, file, mapping });
  assert.deepEqual([report.files, report.series], [0, []]);
  assert.equal(report.refused[0].line, 3);
  assert.match(
    report.refused[0].message,
    /bad\.csv, line 3: column "wind": expected a number, found "seven"/,
  );
  assert.deepEqual(await valuesOf('load.actual'), before);
});

test('what a file is packed in and encoded with is recognised by its bytes, not by its name', async () => {
  const text = 'time,load,wind\n2025-03-15T00:00Z,20100,7\n';
  const files = {
    'packed.csv': gzipSync(text),
    'plain.csv.gz': Buffer.from(text),
    'unicode.csv': Buffer.from(`\uFEFF${text}`, 'utf16le'),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const report = await importCsvFile({ db, file: await write(name, bytes), mapping });
    assert.deepEqual([report.files, report.series.map(({ rows }) => rows)], [1, [1, 1]], name);
  }
});

test('a workbook is refused by name, packed or not, and nothing of it is loaded', async () => {
  const workbook = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(60)]);
  for (const [name, bytes] of [
    ['book.csv', workbook],
    ['book.csv.gz', gzipSync(workbook)],
  ] as const) {
    const report = await importCsvFile({ db, file: await write(name, bytes), mapping });
    assert.deepEqual([report.files, report.series, report.refused.length], [0, [], 1]);
    assert.match(
      report.refused[0].message,
      /book\.csv(\.gz)?, line 1: .* found a workbook \(\.xlsx, \.ods\)/,
    );
  }
});

test('a cut gzip file is refused', async () => {
  const file = await write('cut.csv.gz', gzipSync(PANEL).subarray(0, 60));
  const report = await importCsvFile({ db, file });
  assert.match(report.refused[0].message, /expected a whole gzip file/);
});

test('an unknown layout, mapping or file is an error that says what to do', async () => {
  const file = await write('other.csv', 'a,b\n1,2\n');
  await assert.rejects(
    importCsvFile({ db, file }),
    /no layout that is known .*spain-panel it lacks utc_start, da_price_es.* Say with --mapping/,
  );
  await assert.rejects(importCsvFile({ db, file, mapping: 'spain' }), /There is no mapping "spain"/);
  const broken = await write('broken.json', '{"resolution": "PT1H"}');
  await assert.rejects(importCsvFile({ db, file, mapping: broken }), /has 2 fault\(s\):\n  time: /);
  await assert.rejects(
    importCsvFile({ db, file: '/nowhere.csv' }),
    /The file \/nowhere\.csv cannot be read: it does not exist\.$/,
  );
});
