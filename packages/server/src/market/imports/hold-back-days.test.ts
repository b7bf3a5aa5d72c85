import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import {
  addDays,
  AUCTION_CALENDAR,
  dayRange,
  deliveryDayOf,
  deliveryPeriods,
  instantFor,
} from '@lonja/forecasting/market';
import { createTestDatabase } from '../../../test/database.ts';
import { appendObservations, readSeries } from '../observations/observations.ts';
import { listHeldBack } from '../publications/held-back.ts';
import { releaseHeldBack } from '../quarantine/rules.ts';
import { formatImportReport } from './import-report.ts';
import { importCsvFile } from './import-csv.ts';

const NOW = Date.parse('2025-12-10T09:00:00Z');
const { db, drop } = await createTestDatabase();
after(drop);
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-held-'));
after(() => rm(folder, { recursive: true }));

const MAPPING = {
  source: 'export',
  time: { column: 'start', zone: 'utc' },
  resolution: 'PT1H',
  series: [
    {
      column: 'price',
      key: 'price.da',
      unit: 'EUR/MWh',
      availability: { rule: 'auction', product: 'da' },
    },
  ],
};

/** The price of an hour of an ordinary day. */
const usual = (day: string, hour: number) =>
  70 + 20 * Math.sin(hour / 4) + (Number(day.slice(8)) % 5) + hour / 100;

async function load(
  source: string,
  days: Map<string, (hour: number) => number>,
  options: { acceptsHeldBack?: boolean; scale?: number } = {},
) {
  const rows = [...days].flatMap(([day, priceOf]) =>
    deliveryPeriods(day, 'PT1H').map(
      ({ start }, i) => `${new Date(start).toISOString()},${priceOf(i).toFixed(5)}`,
    ),
  );
  const file = path.join(folder, `${source}.csv`);
  const mapping = path.join(folder, `${source}.json`);
  await writeFile(file, ['start,price', ...rows].join('\n'));
  const { scale = 1, ...rest } = options;
  const series = MAPPING.series.map((one) => ({ ...one, scale }));
  await writeFile(mapping, JSON.stringify({ ...MAPPING, source, series }));
  return importCsvFile({ db, file, mapping, now: NOW, ...rest });
}

const ordinary = (from: string, to: string) =>
  new Map(dayRange(from, to).map((day) => [day, (hour: number) => usual(day, hour)] as const));

async function heldBackDays() {
  return (await listHeldBack(db, { source: undefined, includesDecided: false, offset: 0, limit: 100 })).items;
}

async function storedDays(): Promise<string[]> {
  const everything = { dataOrigin: 'market', from: 0, to: Date.UTC(2100), asOf: Infinity } as const;
  const series = await readSeries(db, { keys: ['price.da'], ...everything });
  const starts = (series.get('price.da') ?? []).flatMap(({ start }) => [...start]);
  return [...new Set(starts.map(deliveryDayOf))];
}

test('days in another unit, of one price or copied from the day before are held back, the rest is stored', async () => {
  const days = ordinary('2025-11-01', '2025-11-25');
  for (const day of ['2025-11-20', '2025-11-21']) days.set(day, (hour) => usual(day, hour) / 1000);
  days.set('2025-11-23', () => 0);
  days.set('2025-11-25', (hour) => usual('2025-11-24', hour));
  const report = await load('export', days);
  assert.deepEqual(
    report.heldBack.map(({ day, reason }) => `${day}: ${reason}`),
    [
      '2025-11-20: the mean of price.da is 0.07 EUR/MWh, against a median of 72.4 in recent weeks',
      '2025-11-21: the mean of price.da is 0.07 EUR/MWh, against a median of 72.4 in recent weeks',
      '2025-11-23: price.da is 0 in all 24 periods, unlike any real day',
      '2025-11-25: 2025-11-25 repeats the day before value by value',
    ],
  );
  const [{ rows, inserted, quarantined }] = report.series;
  assert.deepEqual([rows, inserted, quarantined], [25 * 24, 21 * 24, 4 * 24]);
  assert.match(formatImportReport(report), /Held back \(4\); "lonja sources quarantine" shows them/);
  const stored = await storedDays();
  assert.ok(
    stored.includes('2025-11-22') && !stored.includes('2025-11-20') && !stored.includes('2025-11-23'),
  );
});

test('the same file again holds nothing back twice; what the operator releases is stored', async () => {
  const held = (await heldBackDays()).find(({ day }) => day === '2025-11-20');
  assert.ok(held !== undefined);
  await releaseHeldBack(
    { db, clock: { now: () => NOW } },
    { id: held.id, reason: 'looked at', by: undefined },
  );
  assert.ok((await storedDays()).includes('2025-11-20'));
  const days = ordinary('2025-11-19', '2025-11-22');
  days.set('2025-11-20', (hour) => usual('2025-11-20', hour) / 1000);
  days.set('2025-11-21', (hour) => usual('2025-11-21', hour) / 1000);
  const before = (await heldBackDays()).length;
  const report = await load('export', days);
  assert.deepEqual(
    report.heldBack.map(({ day }) => day),
    ['2025-11-21'],
    'a day that somebody has released stays',
  );
  assert.equal((await heldBackDays()).length, before);
});

test('a file without days before is held against what is stored, and a market that moves is let through', async () => {
  const days = new Map([['2025-11-26', (hour: number) => usual('2025-11-26', hour) / 1000]]);
  assert.equal((await load('export', days)).heldBack.length, 1);
  const moving = new Map(
    dayRange('2024-01-01', '2024-03-31').map((day, i) => [day, (hour: number) => 90 - i + hour] as const),
  );
  assert.deepEqual((await load('moving', moving)).heldBack, []);
});

test('a day that differs from that of the market operator is named and not stored beside it', async () => {
  const day = '2025-12-05';
  const starts = deliveryPeriods(day, 'PT1H').map(({ start }) => start);
  await appendObservations(
    db,
    { series: 'price.da', source: 'omie', resolution: 'PT1H', unit: 'EUR/MWh' },
    {
      start: Float64Array.from(starts),
      value: Float64Array.from(starts, (_, i) => Math.round(100 * usual(day, i)) / 100),
      availableAt: new Float64Array(24).fill(instantFor(day, AUCTION_CALENDAR.da.resultsPublished)),
    },
  );
  const shifted = new Map([[day, (hour: number) => usual(day, (hour + 23) % 24)]]);
  assert.deepEqual(
    (await load('other', shifted)).heldBack.map(({ reason }) => reason),
    ['price.da differs from OMIE in 24 of 24 periods'],
  );
  const same = new Map([
    [day, (hour: number) => Math.round(100 * usual(day, hour)) / 100],
    [addDays(day, 1), (hour: number) => usual(addDays(day, 1), hour)],
  ]);
  assert.deepEqual((await load('other', same)).heldBack, []);
});

test('hours are held against the means of the operator’s quarters', async () => {
  const day = '2025-12-07';
  const starts = deliveryPeriods(day, 'PT15M').map(({ start }) => start);
  await appendObservations(
    db,
    { series: 'price.da', source: 'omie', resolution: 'PT15M', unit: 'EUR/MWh' },
    {
      start: Float64Array.from(starts),
      value: Float64Array.from(starts, (_, i) => 40 + Math.floor(i / 4) + (i % 4) - 1.5),
      availableAt: new Float64Array(96).fill(instantFor(day, AUCTION_CALENDAR.da.resultsPublished)),
    },
  );
  assert.deepEqual((await load('hours', new Map([[day, (hour: number) => 40 + hour]]))).heldBack, []);
  const dearer = await load('dearer', new Map([[day, (hour: number) => 240 + hour]]));
  assert.deepEqual(
    dearer.heldBack.map(({ reason }) => reason),
    ['price.da differs from OMIE in 24 of 24 periods'],
  );
});

test('a file that begins in another unit is held against the days after', async () => {
  const days = ordinary('2025-09-01', '2025-09-24');
  for (const day of dayRange('2025-09-01', '2025-09-05')) days.set(day, (hour) => usual(day, hour) / 1000);
  assert.deepEqual(
    (await load('beginning', days)).heldBack.map(({ day }) => day),
    dayRange('2025-09-01', '2025-09-05'),
  );
});

test('days of which most prices cannot be are held back whole, also into an empty store; single ones are not', async () => {
  const of = (factor: number) => (day: string) => (hour: number) =>
    factor * usual(day, hour) * (hour === 3 ? 0.1 : 1);
  const cents = of(100);
  const days = dayRange('2023-02-06', '2023-02-10');
  const report = await load('cents', new Map(days.map((day) => [day, cents(day)])));
  assert.deepEqual(
    report.heldBack.map(({ day, rows, reason }) => [day, rows, reason]),
    days.map((day) => [
      day,
      24,
      '23 of 24 values of price.da are outside -500 .. 4000: are they in another unit?',
    ]),
  );
  const single = new Map(days.map((day) => [day, (hour: number) => (hour === 5 ? 9000 : of(1)(day)(hour))]));
  const outliers = await load('outliers', single);
  assert.deepEqual([outliers.heldBack, outliers.series.map(({ quarantined }) => quarantined)], [[], [5]]);
});

test('lone days of other years do not show what is usual', async () => {
  const days = new Map([['2022-03-08', (hour: number) => 530 + hour]]);
  for (const [day, priceOf] of ordinary('2025-07-01', '2025-07-30')) days.set(day, priceOf);
  assert.deepEqual((await load('lone', days)).heldBack, []);
});

suite('a file in EUR/kWh, with no level to compare with,', () => {
  const ofSpan = (from: string, to: string, priceOf: (day: string, hour: number) => number) =>
    new Map(dayRange(from, to).map((day) => [day, (hour: number) => priceOf(day, hour)] as const));
  const perKwh = ofSpan('2023-01-01', '2023-01-30', (day, hour) => usual(day, hour) / 1000);

  test('is refused with what to do, and nothing of it is stored', async () => {
    const report = await load('kwh', perKwh);
    assert.deepEqual([report.files, report.series, report.heldBack], [0, [], []]);
    const [{ message }] = report.refused;
    assert.match(
      message,
      /price\.da are between 0\.05\d+ and 0\.09\d+ on all 30 days from 2023-01-01 to 2023-01-30/,
    );
    assert.match(
      message,
      /as in EUR\/kWh; set "scale": 1000 .* or store them as they are with --accept-held-back/,
    );
  });

  test('is stored with the scale, or as it is where it is accepted', async () => {
    const scaled = await load('kwh', perKwh, { scale: 1000 });
    assert.deepEqual([scaled.series[0].inserted, scaled.refused, scaled.heldBack], [30 * 24, [], []]);
    const accepted = await load('accepted', perKwh, { acceptsHeldBack: true });
    assert.deepEqual([accepted.series[0].inserted, accepted.refused], [30 * 24, []]);
  });

  test('is found where its other days are in EUR/MWh too', async () => {
    const mixed = new Map([...perKwh, ...ordinary('2023-01-31', '2023-03-05')]);
    assert.match((await load('mixed', mixed)).refused[0].message, /on all 30 days from 2023-01-01/);
  });

  test('is held back day by day where it has less than a week', async () => {
    for (const [source, to] of [
      ['kwh-day', '2023-01-01'],
      ['kwh-days', '2023-01-05'],
    ]) {
      const days = dayRange('2023-01-01', to);
      const report = await load(source, new Map([...perKwh].slice(0, days.length)));
      assert.deepEqual([report.series[0].inserted, report.refused], [0, []]);
      assert.deepEqual(
        report.heldBack.map(({ day }) => day),
        days,
      );
      assert.match(
        report.heldBack[0].reason,
        /^all prices of price\.da lie between 0\.05\d+ and 0\.09\d+ EUR\/MWh, as in EUR\/kWh$/,
      );
    }
    const dayAtZero = new Map([['2024-04-01', (hour: number) => (hour < 18 ? 0 : (hour - 17) / 10)]]);
    assert.deepEqual((await load('day-at-zero', dayAtZero)).heldBack, []);
  });

  test('is no market at zero, nor a cheap spring', async () => {
    const zeros = ofSpan('2024-04-01', '2024-04-20', (day, hour) =>
      hour < 18 ? (Number(day.slice(8)) % 3) / 100 : hour - 17,
    );
    assert.deepEqual((await load('spring', zeros)).refused, []);
    const below = ofSpan('2024-05-01', '2024-05-20', (_, hour) => (hour === 20 ? 0.4 : -0.01 * (hour % 5)));
    assert.deepEqual((await load('below', below)).refused, []);
  });
});

test('days that are accepted are stored and named, and wait for no decision', async () => {
  const days = ordinary('2024-11-01', '2024-11-25');
  days.set('2024-11-22', (hour) => usual('2024-11-22', hour) / 1000);
  assert.deepEqual((await load('named', days)).heldBack.length, 1);
  const report = await load('named', days, { acceptsHeldBack: true });
  assert.deepEqual([report.heldBack, report.accepted.map(({ day }) => day)], [[], ['2024-11-22']]);
  assert.equal(report.series[0].inserted, 24);
  assert.match(
    formatImportReport(report),
    /Stored in spite of a failed check \(1\):\n  2024-11-22: the mean/,
  );
  assert.ok(!(await heldBackDays()).some(({ source }) => source === 'named'));
});
