import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HOUR_MS, addDays, dayRange, dayStart, deliveryPeriods, instantOf } from '@lonja/forecasting/market';
import { hourlyValues, quarterValues } from '@lonja/forecasting/data';
import { createTestDatabase } from '../../../test/database.ts';
import { listDaysWithoutResult } from '../publications/days-without-result.ts';
import { readSeries } from '../observations/observations.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import { importCsvFile } from './import-csv.ts';
import { importOmieFolder } from './import-omie.ts';

const data = new URL('../../../../../../shared/data/', import.meta.url);
const omieFolder = fileURLToPath(new URL('omie/raw', data));
const intradayFolder = fileURLToPath(new URL('omie/raw-intraday', data));
const panelFile = fileURLToPath(new URL('spain/panel_hourly_2015_2026Q1.csv.gz', data));
const skip =
  existsSync(omieFolder) && existsSync(panelFile) ? false : 'needs the real files in ../shared/data';

const database = skip === false ? await createTestDatabase() : undefined;
after(() => database?.drop());

async function pricesOf(day: string, asOf = Infinity) {
  assert.ok(database);
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf };
  const query = { keys: ['price.da'], dataOrigin: 'market', ...window } as const;
  const series = (await readSeries(database.db, query)).get('price.da') ?? [];
  return { hours: hourlyValues(series, window), quarters: quarterValues(series, window) };
}

/** Prices of Spain straight from the file, without the parser. */
async function rawPrices(day: string): Promise<number[]> {
  const first = `${omieFolder}/marginalpdbc_${day.replaceAll('-', '')}.1`;
  // Of one day there is the second revision alone.
  const text = await readFile(existsSync(first) ? first : first.replace(/1$/, '2'), 'latin1');
  return text
    .split('\n')
    .map((line) => line.split(';'))
    .filter((fields) => fields.length >= 6)
    .map((fields) => Number(fields[5]));
}

test('all real OMIE files load, and a second time they change nothing', { skip }, async () => {
  assert.ok(database);
  const first = await importOmieFolder({ db: database.db, folder: omieFolder });
  assert.deepEqual([first.files, first.skipped, first.refused], [3011, [], []]);
  assert.deepEqual(first.heldBack, [], 'no real day fails a check');
  const counts = first.series.map(({ series, resolution, inserted, rows }) => [
    series,
    resolution,
    inserted,
    rows,
  ]);
  assert.deepEqual(counts, [
    ['price.da', 'PT1H', 67_895, 67_895],
    ['price.da.pt', 'PT1H', 67_895, 67_895],
    ['price.da', 'PT15M', 17_472, 17_472],
    ['price.da.pt', 'PT15M', 17_472, 17_472],
  ]);
  const second = await importOmieFolder({ db: database.db, folder: omieFolder });
  assert.ok(second.series.every(({ rows, unchanged }) => rows === unchanged));
});

test(
  'all real intraday files load too: none is refused, and those without prices are days without a result',
  { skip },
  async () => {
    assert.ok(database);
    const report = await importOmieFolder({ db: database.db, folder: intradayFolder });
    const { files, refused, skipped, heldBack } = report;
    assert.deepEqual([refused, heldBack], [[], []]);
    assert.deepEqual([files, skipped.map(({ count }) => count)], [520, [24]]);
    const empty = await listDaysWithoutResult(database.db, { asOf: Date.now() });
    assert.equal(empty.length, 24);
    assert.ok(empty.some(({ name, day }) => name === 'price.ida1' && day === '2025-04-29'));
    const newest = await database.db
      .selectFrom('publication')
      .select(({ fn }) => ['name', fn.max('day').as('day'), fn.countAll().as('days')])
      .groupBy('name')
      .orderBy('name')
      .execute();
    assert.deepEqual(newest, [
      { name: 'price.da', day: '2026-03-31', days: '3011' },
      { name: 'price.ida1', day: '2026-03-31', days: '454' },
      { name: 'price.ida2', day: '2026-03-31', days: '90' },
    ]);
  },
);

for (const [day, hours, isQuarterly] of [
  ['2025-03-30', 23, false],
  ['2025-10-26', 25, true],
  ['2026-03-29', 23, true],
] as const) {
  test(`${day} has its ${hours} hours, each where the file has it`, { skip }, async () => {
    const raw = await rawPrices(day);
    const stored = await pricesOf(day);
    const starts = deliveryPeriods(day, 'PT1H').map(({ start }) => start);
    assert.deepEqual([...stored.hours.keys()], starts);
    assert.equal(starts.length, hours);
    const quarters = isQuarterly ? raw : raw.flatMap((price) => [price, price, price, price]);
    assert.deepEqual([...stored.quarters.values()], quarters);
    for (const [i, start] of starts.entries()) {
      const mean = quarters.slice(4 * i, 4 * i + 4).reduce((sum, price) => sum + price, 0) / 4;
      assert.ok(Math.abs((stored.hours.get(start) ?? Number.NaN) - mean) < 1e-9);
    }
  });
}

test('the real panel loads whole beside OMIE, which goes before it', { skip }, async () => {
  assert.ok(database);
  const report = await importCsvFile({ db: database.db, file: panelFile });
  assert.deepEqual(report.refused, []);
  // The panel has these days of the first intraday auction wrong.
  assert.deepEqual(
    report.heldBack.map(({ series, day }) => `${series} ${day}`),
    dayRange('2025-06-16', '2025-06-19').map((day) => `price.ida1 ${day}`),
  );
  const rows = Object.fromEntries(report.series.map(({ series, inserted }) => [series, inserted]));
  assert.deepEqual(rows, {
    'price.da': 98_522,
    'price.ida1': 12_914 - 4 * 24,
    'load.forecast': 42_431,
    'wind.forecast': 42_431,
    'solar.forecast': 42_431,
    // 696 hours of April 2025 are 0 MW there.
    'load.actual': 43_667 - 696,
    'wind.actual': 96_168,
    'solar.actual': 43_685,
    'nuclear.actual': 96_168,
    'thermal.ccgt.actual': 96_168,
    'hydro.actual': 96_168,
  });
  const hoursOfFile = 98_591;
  for (const { series, rows: read } of report.series) {
    const left = report.skipped.filter(({ what }) => what === `rows of ${series}`);
    assert.equal(
      left.reduce((sum, { count }) => sum + count, read),
      hoursOfFile,
      series,
    );
  }
  const earlier = await pricesOf('2017-06-01');
  assert.equal(earlier.hours.size, 24);
  const [first] = await rawPrices('2018-01-01');
  assert.equal((await pricesOf('2018-01-01')).hours.get(dayStart('2018-01-01')), first);
});

test('tomorrow is unknown until its auction is published', { skip }, async () => {
  const published = instantOf('2026-03-30', '13:00');
  assert.equal((await pricesOf('2026-03-31', published - 1)).hours.size, 0);
  assert.equal((await pricesOf('2026-03-31', published)).hours.size, 24);
});

test('four years of five series are read as of an instant', { skip }, async () => {
  assert.ok(database);
  const to = dayStart('2026-03-31');
  const keys = ['price.da', 'load.forecast', 'wind.forecast', 'solar.forecast', 'nuclear.actual'];
  const series = await readSeries(database.db, {
    keys,
    dataOrigin: 'market',
    from: to - 4 * 365 * 24 * HOUR_MS,
    to,
    asOf: to - 14 * HOUR_MS,
  });
  assert.ok((series.get('price.da')?.[0].start.length ?? 0) > 17_000);
});

test(
  'every hour since prices are quarter hours is the mean of whole cents, halves away from zero',
  { skip },
  async () => {
    let hours = 0;
    for (let day = '2025-10-01'; day <= '2026-03-31'; day = addDays(day, 1)) {
      const cents = (await rawPrices(day)).map((price) => Math.round(price * 100));
      const known = await pricesOf(day);
      for (const [i, { start }] of deliveryPeriods(day, 'PT1H').entries()) {
        const sum = cents.slice(4 * i, 4 * i + 4).reduce((total, one) => total + one, 0);
        const mean = Math.sign(sum) * Math.floor((Math.abs(sum) + 2) / 4);
        assert.equal(roundPrice(known.hours.get(start) ?? NaN), mean / 100 + 0, `${day} hour ${i}`);
        hours++;
      }
    }
    assert.equal(hours, 4368);
  },
);
