import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../../../test/database.ts';
import { readSeries } from '../observations/observations.ts';
import { importCsvFile } from './import-csv.ts';
import { formatImportReport } from './import-report.ts';

const cases = fileURLToPath(new URL('../../../../../../shared/cases/', import.meta.url));
const skip = existsSync(cases) ? false : 'needs the files in ../shared/cases';

const { db, drop } = await createTestDatabase();
after(drop);
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-public-files-'));
after(() => rm(folder, { recursive: true }));

/** Imports a file of a case; the mapping may be changed. */
async function importCase(
  file: string,
  mapping: string,
  change: (document: object) => object = (same) => same,
) {
  const given: object = JSON.parse(await readFile(path.join(cases, mapping), 'utf8'));
  const changed = path.join(folder, 'mapping.json');
  await writeFile(changed, JSON.stringify(change(given)));
  return importCsvFile({ db, file: path.join(cases, file), mapping: changed });
}

async function stored(key: string, from: string, to: string): Promise<[string, string, number][]> {
  const span = { dataOrigin: 'market', from: Date.parse(from), to: Date.parse(to), asOf: Infinity } as const;
  const series = (await readSeries(db, { keys: [key], ...span })).get(key) ?? [];
  return series.flatMap(({ resolution, start, value }) =>
    Array.from(start, (instant, i): [string, string, number] => [
      resolution,
      new Date(instant).toISOString().slice(0, 16),
      value[i],
    ]),
  );
}

test('prices and load of the web site of the transparency platform', { skip }, async () => {
  const prices = await importCase('csv-portal-intervals/prices.csv', 'csv-portal-intervals/prices.json');
  assert.deepEqual(prices.refused, []);
  const quarters = await stored('price.da', '2025-10-25T22:00Z', '2025-10-26T23:00Z');
  assert.equal(quarters.length, 100);
  assert.deepEqual(quarters[0], ['PT15M', '2025-10-25T22:00', 30]);
  assert.deepEqual(quarters[8], ['PT15M', '2025-10-26T00:00', 32]);
  assert.deepEqual(quarters[12], ['PT15M', '2025-10-26T01:00', 33]);
  assert.deepEqual(quarters[99], ['PT15M', '2025-10-26T22:45', 54.75]);
  const load = await importCase('csv-portal-intervals/load.csv', 'csv-portal-intervals/load.json');
  assert.deepEqual(
    load.series.map(({ series, resolution, rows }) => [series, resolution, rows]),
    [['load.forecast', 'PT1H', 24]],
  );
});

test('several indicators and zones, and rows below the table', { skip }, async () => {
  const where = [
    { column: 'id', equals: ['600'] },
    { column: 'geoid', equals: ['3', '8741'] },
  ];
  const withBoth = (document: object) => {
    const series: unknown = 'series' in document ? document.series : [];
    assert.ok(Array.isArray(series));
    return { ...document, series: series.map((one: object) => ({ ...one, where })) };
  };
  const two = 'csv-where-reads-other-rows/two-indicators.csv';
  const indicator = 'csv-where-reads-other-rows/indicator.json';
  const refused = await importCase(two, indicator);
  assert.match(
    refused.refused[0].message,
    /line 4: .* each period once, .* as in line 2; the rows differ in "geoid", "geoname", so say in "where"/,
  );
  const report = await importCase(two, indicator, withBoth);
  assert.match(formatImportReport(report), /rows of price\.da: 2 with another id or geoid/);
  assert.deepEqual(await stored('price.da', '2025-09-29T00:00Z', '2025-09-30T22:00Z'), [
    ['PT1H', '2025-09-29T22:00', 41.2],
  ]);
  const footer = await importCase(
    'csv-where-reads-other-rows/footer.csv',
    'csv-where-reads-other-rows/zone.json',
  );
  assert.match(formatImportReport(footer), /rows of price\.da: 1 with another geoname/);
  assert.deepEqual(footer.refused, []);
});

test('an export over the switch to quarter hours, and one of half hours', { skip }, async () => {
  const mapping = 'csv-hours-under-quarter-mapping/m.json';
  const report = await importCase('csv-hours-under-quarter-mapping/switch.csv', mapping);
  assert.deepEqual(
    report.series.map(({ resolution, firstDay, lastDay, rows }) => [resolution, firstDay, lastDay, rows]),
    [
      ['PT1H', '2025-09-30', '2025-09-30', 24],
      ['PT15M', '2025-10-01', '2025-10-01', 96],
    ],
  );
  const halves = await importCase('csv-hours-under-quarter-mapping/half-hours.csv', mapping);
  assert.deepEqual([halves.series, halves.refused[0].line], [[], 2]);
  assert.match(halves.refused[0].message, /2025-11-01 in steps of 30 minutes/);
});
