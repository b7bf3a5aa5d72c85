import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import {
  AUCTION_CALENDAR,
  dayRange,
  dayStart,
  addDays,
  deliveryPeriods,
  instantFor,
} from '@lonja/forecasting/market';
import { createTestDatabase } from '../../../test/database.ts';
import { omieText } from '../../../test/omie-text.ts';
import { countHeldBack, listHeldBack } from '../publications/held-back.ts';
import { appendObservations, readSeries } from '../observations/observations.ts';
import { findPublications } from '../publications/publications.ts';
import { releaseHeldBack } from '../quarantine/rules.ts';
import { importOmieFolder } from './import-omie.ts';
import { formatImportReport } from './import-report.ts';

const NOW = Date.parse('2025-12-10T09:00:00Z');
const { db, drop } = await createTestDatabase();
after(drop);

const usual = (day: string, length = 24) =>
  Array.from(
    { length },
    (_, i) => Math.round(7000 + 2000 * Math.sin(i / 4) + 100 * Number(day.slice(8)) + i) / 100,
  );

/** Imports a folder with the prices of Spain by day; Portugal's are 1000 higher. */
async function load(days: Map<string, number[]>, options: { acceptsHeldBack?: boolean } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-omie-checks-'));
  for (const [day, prices] of days) {
    await writeFile(path.join(folder, `marginalpdbc_${day.replaceAll('-', '')}.1`), omieText(day, prices));
  }
  try {
    return await importOmieFolder({ db, folder, now: NOW, ...options });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ordinary = (from: string, to: string) =>
  new Map(dayRange(from, to).map((day) => [day, usual(day, deliveryPeriods(day, 'PT1H').length)] as const));

async function pricesOf(day: string, key = 'price.da'): Promise<number> {
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf: Infinity };
  const series = (await readSeries(db, { keys: [key], dataOrigin: 'market', ...window })).get(key) ?? [];
  return series.reduce((sum, { start }) => sum + start.length, 0);
}

async function lineOf(day: string, source = 'omie') {
  return (await findPublications(db, { source, name: 'price.da', from: day, to: day })).get(day);
}

test('whole OMIE files that cannot be right are held back, both countries together', async () => {
  const days = ordinary('2025-03-01', '2025-03-31');
  days.set(
    '2025-03-20',
    Array.from({ length: 24 }, () => 0),
  );
  days.set('2025-03-23', usual('2025-03-22'));
  days.set(
    '2025-03-26',
    usual('2025-03-26').map((price) => price * 12),
  );
  const report = await load(days);
  assert.deepEqual(
    [...new Set(report.heldBack.map(({ day, reason }) => `${day}: ${reason}`))],
    [
      '2025-03-20: price.da is 0 in all 24 periods, unlike any real day',
      '2025-03-23: 2025-03-23 repeats the day before value by value',
      '2025-03-26: the mean of price.da is 1156.4 EUR/MWh, against a median of 82.4 in recent weeks',
    ],
  );
  assert.match(formatImportReport(report), /Held back \(3\);/);
  assert.deepEqual(
    report.series.map(({ rows, inserted, quarantined }) => [rows, inserted, quarantined]),
    [
      [743, 743 - 72, 72],
      [743, 743 - 72, 72],
    ],
  );
  assert.deepEqual([await pricesOf('2025-03-20'), await pricesOf('2025-03-20', 'price.da.pt')], [0, 0]);
  assert.equal((await lineOf('2025-03-20'))?.state, 'quarantined');
  assert.equal((await lineOf('2025-03-21'))?.state, 'complete');
});

test('a day that is held back is released whole, and imported again it stays', async () => {
  const query = { source: 'omie', includesDecided: false, offset: 0, limit: 10 };
  const held = (await listHeldBack(db, query)).items.find(({ day }) => day === '2025-03-26');
  assert.deepEqual([held?.publication, held?.values], ['price.da', 48]);
  const request = { id: held?.id ?? '', reason: 'looked at', by: undefined };
  await releaseHeldBack({ db, clock: { now: () => NOW } }, request);
  assert.deepEqual([await pricesOf('2025-03-26'), await pricesOf('2025-03-26', 'price.da.pt')], [24, 24]);
  const again = await load(new Map([['2025-03-26', usual('2025-03-26').map((price) => price * 12)]]));
  assert.deepEqual([again.heldBack, again.series[0].unchanged], [[], 24]);
});

test('what is accepted is stored', async () => {
  const report = await load(new Map([['2025-03-20', Array.from({ length: 24 }, () => 0)]]), {
    acceptsHeldBack: true,
  });
  assert.deepEqual([report.heldBack, report.accepted.length, await pricesOf('2025-03-20')], [[], 2, 24]);
  assert.equal((await lineOf('2025-03-20'))?.state, 'complete');
});

test('a day that jumps as real ones have is taken', async () => {
  const days = new Map(
    dayRange('2024-03-01', '2024-03-28').map(
      (day, i) => [day, usual(day).map((price) => price / 8 + (i % 3))] as const,
    ),
  );
  days.set(
    '2024-03-29',
    usual('2024-03-29').map((price) => price + 40),
  );
  assert.deepEqual((await load(days)).heldBack, []);
});

test('a day that another source had wrong before OMIE’s came is named once, and waits for a decision', async () => {
  const [wrong, right, clock] = ['2025-10-24', '2025-10-25', '2025-10-26'];
  const store = (day: string, priceOf: (i: number) => number) => {
    const starts = deliveryPeriods(day, 'PT1H').map(({ start }) => start);
    return appendObservations(
      db,
      { series: 'price.da', source: 'export', resolution: 'PT1H', unit: 'EUR/MWh' },
      {
        start: Float64Array.from(starts),
        value: Float64Array.from(starts, (_, i) => priceOf(i)),
        availableAt: new Float64Array(starts.length).fill(
          instantFor(day, AUCTION_CALENDAR.da.resultsPublished),
        ),
      },
    );
  };
  const [usualRight, usualLong] = [usual(right), usual(clock, 100)];
  await store(wrong, (i) => usual(wrong)[(i + 1) % 24]);
  await store(right, (i) => usualRight[i] + (i < 3 ? 5 : 0));
  // Quarters of OMIE against hours of the other source, an hour late from the doubled hour on.
  await store(clock, (i) => usualLong[4 * Math.max(0, i - 3)]);
  const before = (await countHeldBack(db)).days;
  const days = new Map([
    [wrong, usual(wrong)],
    [right, usualRight],
    [clock, usualLong],
  ]);
  const report = await load(days);
  assert.deepEqual(
    report.contradicted.map(({ source, day, reason }) => `${source} ${day}: ${reason}`),
    [
      'export 2025-10-24: price.da differs from OMIE in 24 of 24 periods',
      'export 2025-10-26: price.da differs from OMIE in 25 of 25 periods',
    ],
  );
  assert.match(
    formatImportReport(report),
    /Stored before by other sources, and now behind the prices of OMIE \(2\)/,
  );
  assert.equal((await countHeldBack(db)).days, before + 2);
  assert.deepEqual((await load(days)).contradicted, []);
  assert.equal((await countHeldBack(db)).days, before + 2);
});
