import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { AUCTION_CALENDAR, addDays, dayRange, latestScheduledRun } from '@lonja/forecasting/market';
import { simulateMarket } from '@lonja/forecasting/simulator';
import { findNewInput } from '../../src/forecasts/issue/find-new-input.ts';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import { importCsvFile } from '../../src/market/imports/import-csv.ts';
import { getSourceStatus } from '../../src/market/sources/get-source-status.ts';
import { appendObservations, readSeries } from '../../src/market/observations/observations.ts';
import { recordPublication } from '../../src/market/publications/publications.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { createTestContext } from '../test-context.ts';

const DAY = '2026-03-31';
const RUN_AT = '2026-03-30T12:30:00Z';
const ARRIVED_AT = Date.parse('2026-03-30T12:41:00Z');
const LATER = '2026-03-30T12:45:00Z';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

/** The simulated market as if a live source had shown it, the day-ahead price of DAY when it is asked for. */
async function store(isLatePart: boolean): Promise<void> {
  const { series } = simulateMarket({ seed: 3, from: addDays(DAY, -60), to: DAY });
  const lateFrom = Date.parse('2026-03-30T22:00:00Z');
  for (const { key, unit, resolution, start, value, availableAt } of series) {
    const isLate = (i: number) => key === 'price.da' && start[i] >= lateFrom;
    const rows = [...start.keys()].filter((i) => isLate(i) === isLatePart);
    const pick = (column: Float64Array) => Float64Array.from(rows, (i) => column[i]);
    const known = pick(availableAt).map((instant) => (isLatePart ? ARRIVED_AT : instant));
    await appendObservations(
      database.db,
      { series: key, source: 'omie', resolution, unit },
      { start: pick(start), value: pick(value), availableAt: known },
    );
  }
}

async function recordLate(
  name: string,
  day: string,
  { expectedAt, publishedAt }: { expectedAt: number; publishedAt: number },
): Promise<void> {
  await recordPublication(database.db, {
    source: 'omie',
    name,
    day,
    expectedAt,
    state: 'complete',
    attempts: 9,
    lastAttemptAt: publishedAt,
    nextAttemptAt: undefined,
    publishedAt,
    corrections: 0,
    correctedAt: undefined,
    reason: undefined,
  });
}

test('an input that comes after its run makes a further run, once, that uses it; the first one stays', async () => {
  const run = latestScheduledRun(AUCTION_CALENDAR.ida1, Date.parse(RUN_AT));
  const request = { product: 'ida1' as const, run, dataOrigin: 'market' as const };
  await store(false);
  const early = { ...createTestContext(database.db, RUN_AT) };
  await assert.rejects(issueRun(early, request), /No prices and no day-ahead forecast/);
  await publishTestRun(database.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: DAY });
  const first = await issueRun(early, request);
  assert.match(first.degraded.join(), /no auction of 2026-03-31 is known yet/);
  assert.equal(await findNewInput(database.db, { ...request, now: Date.parse(LATER) }), undefined);

  await store(true);
  await recordLate('price.da', DAY, {
    expectedAt: Date.parse('2026-03-30T11:00:00Z'),
    publishedAt: ARRIVED_AT,
  });
  const now = Date.parse(LATER);
  assert.equal(await findNewInput(database.db, { ...request, now }), ARRIVED_AT);
  const late = createTestContext(database.db, LATER);
  const second = await issueRun(late, { ...request, newInput: ARRIVED_AT });
  assert.deepEqual([second.isNew, second.degraded], [true, []]);
  const again = await issueRun(late, { ...request, newInput: ARRIVED_AT });
  assert.deepEqual([again.isNew, again.runId], [false, second.runId]);
  assert.equal(await findNewInput(database.db, { ...request, now: now + 1 }), undefined);
  const runs = await database.db
    .selectFrom('forecast_run')
    .select('id')
    .where('product', '=', 'ida1')
    .execute();
  assert.equal(runs.length, 2);
});

test('once the results are out nothing is forecast again', async () => {
  const run = latestScheduledRun(AUCTION_CALENDAR.ida1, Date.parse(RUN_AT));
  const request = { product: 'ida1' as const, run, dataOrigin: 'market' as const };
  assert.equal(
    await findNewInput(database.db, { ...request, now: Date.parse('2026-03-30T13:30:00Z') }),
    undefined,
  );
});

test('the first intraday auction of the day before, come after a day-ahead run, makes a further run', async () => {
  const now = Date.parse('2026-04-02T05:00:00Z');
  const run = latestScheduledRun(AUCTION_CALENDAR.da, now);
  const request = { product: 'da' as const, run, dataOrigin: 'market' as const, now };
  await publishTestRun(database.db, { issuedAt: '2026-04-02T04:05:00Z', firstDay: run.firstDay });
  assert.equal(await findNewInput(database.db, request), undefined);
  const publishedAt = Date.parse('2026-04-02T04:40:00Z');
  const yesterday = addDays(run.firstDay, -1);
  await recordLate('price.ida1', yesterday, { expectedAt: Date.parse('2026-04-01T13:30:00Z'), publishedAt });
  assert.equal(await findNewInput(database.db, request), publishedAt);
});

test('gas that settles late makes a further run of an intraday auction, too', async () => {
  const issuedAt = '2026-04-14T11:30:00Z';
  const now = Date.parse('2026-04-14T12:00:00Z');
  const run = latestScheduledRun(AUCTION_CALENDAR.ida1, now);
  const request = { product: 'ida1' as const, run, dataOrigin: 'market' as const, now };
  await publishTestRun(database.db, { product: 'ida1', issuedAt, firstDay: run.firstDay, days: 1 });
  assert.equal(await findNewInput(database.db, request), undefined);
  const publishedAt = Date.parse('2026-04-14T11:50:00Z');
  const expectedAt = Date.parse('2026-04-13T22:00:00Z');
  await recordLate('gas.price', '2026-04-13', { expectedAt, publishedAt });
  assert.equal(await findNewInput(database.db, request), publishedAt);
});

test('gas from a file that comes after a day-ahead run makes a further run, and counts as known from then', async () => {
  const { db } = database;
  const run = latestScheduledRun(AUCTION_CALENDAR.da, Date.parse('2026-04-09T10:05:00Z'));
  const firstDay = '2026-04-10';
  await publishTestRun(db, { issuedAt: '2026-04-09T10:05:00Z', firstDay });
  const newInputAt = (now: number) => findNewInput(db, { product: 'da', run, dataOrigin: 'market', now });
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-gas-'));
  after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'gas.csv');
  const mapping = path.join(folder, 'gas.json');
  const price = {
    column: 'ttf',
    key: 'gas.price',
    unit: 'EUR/MWh',
    availability: { rule: 'after-end', minutes: 0 },
  };
  const layout = { time: { column: 'date', zone: 'madrid' }, resolution: 'P1D', series: [price] };
  await writeFile(mapping, JSON.stringify(layout));
  const importDays = async (to: string, now: number) => {
    const lines = dayRange('2026-03-20', to).map((day, i) => `${day},${30 + i}`);
    await writeFile(file, ['date,ttf', ...lines].join('\n'));
    return importCsvFile({ db, file, mapping, now });
  };
  const cameAt = Date.parse('2026-04-09T10:20:00Z');
  await importDays('2026-04-08', cameAt);
  assert.equal(await newInputAt(cameAt + 1), cameAt);
  const knownAt = async (asOf: number) => {
    const query = { keys: ['gas.price'], dataOrigin: 'market', from: 0, to: cameAt, asOf } as const;
    return (await readSeries(db, query)).get('gas.price')?.at(-1)?.start.length;
  };
  const olderThanAWeek = dayRange('2026-03-20', '2026-04-01').length;
  assert.deepEqual([await knownAt(cameAt - 1), await knownAt(cameAt)], [olderThanAWeek, olderThanAWeek + 7]);
  const { sources } = await getSourceStatus(db, cameAt + 1);
  const ofFile = sources.find(({ source }) => source === 'csv')?.publications[0];
  assert.deepEqual([ofFile?.latest_day, Number(ofFile?.published_at)], ['2026-04-08', cameAt]);

  await publishTestRun(db, { issuedAt: '2026-04-09T10:21:00Z', firstDay });
  const again = await importDays('2026-04-08', cameAt + 300_000);
  assert.equal(again.series[0].unchanged, olderThanAWeek + 7);
  assert.equal(await newInputAt(cameAt + 300_001), undefined);
  await importDays('2026-04-09', cameAt + 360_000);
  assert.equal(await newInputAt(cameAt + 360_001), undefined, 'the day of the run has not settled yet');

  const stated = { ...price, availability: { rule: 'column', column: 'known' } };
  await writeFile(mapping, JSON.stringify({ ...layout, source: 'stated', series: [stated] }));
  const load = async (price: number, known: string) => {
    await writeFile(file, `date,ttf,known\n2026-04-08,${price},${known}\n`);
    const [{ inserted, corrected }] = (await importCsvFile({ db, file, mapping, now: cameAt + 500_000 }))
      .series;
    return [inserted, corrected];
  };
  assert.deepEqual(await load(30, '2026-04-09 08:00'), [1, 0]);
  assert.deepEqual(await load(31, '2026-04-09 09:00'), [0, 1]);
  assert.deepEqual(await load(30, '2026-04-09 08:00'), [0, 0], 'a file that says when is taken at its word');
  assert.equal(await newInputAt(cameAt + 500_001), undefined);
});
