import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AUCTION_CALENDAR, latestScheduledRun } from '@lonja/forecasting/market';
import { readArrivals } from '../../src/start/replay/arrivals.ts';
import { copyHistory } from '../../src/market/publications/history.ts';
import { findNewInput } from '../../src/forecasts/issue/find-new-input.ts';
import { readSeries } from '../../src/market/observations/observations.ts';
import { recordPublication } from '../../src/market/publications/publications.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { publishTestRun, storeTestPrices } from '../http/market-fixture.ts';

const DAY = '2026-03-31';
const CAME_AT = Date.parse('2026-03-30T12:41:00Z');
const CORRECTED_AT = Date.parse('2026-03-30T12:50:00Z');
const SPAN = { after: Date.parse('2026-03-29T22:00:00Z'), until: Date.parse('2026-03-30T22:00:00Z') };

let history: TestDatabase;
let replayed: TestDatabase;
before(async () => {
  [history, replayed] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const prices = (day: string, availableAt: number, level: number) =>
    storeTestPrices(history.db, {
      day,
      level,
      source: 'omie',
      availableAt: new Date(availableAt).toISOString(),
    });
  await prices('2026-03-30', SPAN.after - 1, 40);
  await prices(DAY, CAME_AT, 50);
  await prices(DAY, CORRECTED_AT, 60);
  await recordPublication(history.db, {
    source: 'omie',
    name: 'price.da',
    day: DAY,
    expectedAt: Date.parse('2026-03-30T11:00:00Z'),
    state: 'complete',
    attempts: 9,
    lastAttemptAt: CORRECTED_AT,
    nextAttemptAt: undefined,
    publishedAt: CAME_AT,
    corrections: 0,
    correctedAt: undefined,
    reason: undefined,
  });
});
after(() => Promise.all([history.drop(), replayed.drop()]));

async function firstPrice(): Promise<number | undefined> {
  const window = { from: Date.parse('2026-03-30T22:00:00Z'), to: SPAN.until + 86_400_000, asOf: Infinity };
  const query = { keys: ['price.da'], dataOrigin: 'market' as const, ...window };
  return (await readSeries(replayed.db, query)).get('price.da')?.at(0)?.value.at(-24);
}

test('what was known before is copied, what came later arrives at its instant, and so does a correction', async () => {
  assert.equal(await copyHistory(history.db, replayed.db, { from: 0, asOf: SPAN.after }), 24);
  const arrivals = await readArrivals(history.db, SPAN);
  assert.deepEqual(arrivals.instants, [CAME_AT, CORRECTED_AT]);
  await arrivals.storeUntil(replayed.db, CAME_AT - 1);
  assert.equal(await firstPrice(), undefined);
  await arrivals.storeUntil(replayed.db, CAME_AT);
  assert.equal(await firstPrice(), 50);

  const run = latestScheduledRun(AUCTION_CALENDAR.ida1, CAME_AT);
  await publishTestRun(replayed.db, {
    product: 'ida1',
    issuedAt: new Date(run.scheduledFor).toISOString(),
    firstDay: DAY,
    days: 1,
  });
  const late = { product: 'ida1' as const, run, dataOrigin: 'market' as const, now: CAME_AT };
  assert.equal(await findNewInput(replayed.db, late), CAME_AT);

  await arrivals.storeUntil(replayed.db, SPAN.until);
  const rows = await replayed.db.selectFrom('observation').select('revision').execute();
  assert.equal(rows.filter(({ revision }) => revision === 2).length, 24);
});

test('arrivals that were stored before a stop change nothing when they come again', async () => {
  const arrivals = await readArrivals(history.db, SPAN);
  await arrivals.storeUntil(replayed.db, SPAN.until);
  const count = await replayed.db
    .selectFrom('observation')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(count.count), 24 * 3);
});
