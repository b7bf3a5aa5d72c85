import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, dayStart, instantFor, MINUTE_MS } from '@lonja/forecasting/market';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { followSources } from '../../src/market/ingest/follow-sources.ts';
import { redateArchive } from '../../src/market/ingest/redate-archive.ts';
import { findArrivalAfter } from '../../src/market/publications/publications.ts';
import { readSeries } from '../../src/market/observations/observations.ts';
import { createTestDatabase } from '../database.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestContext, testSources } from '../test-context.ts';
import { energyChartsAnswer } from './answers.ts';
import { MADE_UP_WORLD } from './world.ts';

const FIRST = '2026-04-01';
/** When wind comes on the day before, which nobody states. */
const COMES = { dayOffset: -1, time: '09:40' };
const START = `${addDays(FIRST, -1)}T06:50:00Z`;

const database = await createTestDatabase();
after(() => database.drop());
const clock = createTestClock(START);

function context() {
  const world = {
    ...MADE_UP_WORLD,
    isPublic: (_: string, day: string) => clock.now() >= instantFor(day, COMES),
  };
  const fetch = async (request: string | URL | Request) => {
    const body = energyChartsAnswer(new URL(request instanceof Request ? request.url : request), world);
    return body === undefined ? new Response('{}', { status: 404 }) : new Response(body);
  };
  return {
    ...createTestContext(database.db, START),
    clock,
    sources: ['energy-charts' as const],
    liveSources: testSources(fetch, { now: () => clock.now() }),
  };
}

async function knownFrom(series: string, day: string): Promise<number | undefined> {
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf: Infinity };
  const found = await readSeries(database.db, { keys: [series], dataOrigin: 'market', ...window });
  return found.get(series)?.[0]?.availableAt[0];
}

test('a forecast counts as known from when it was seen to come, also earlier than it was expected', async () => {
  const cameAt = instantFor(FIRST, COMES);
  const longAfter = instantFor(FIRST, { dayOffset: -1, time: '10:30' });
  for (; clock.now() < longAfter; clock.advance(15 * MINUTE_MS)) await followSources(context());
  const known = (await knownFrom('wind.forecast', FIRST)) ?? Number.NaN;
  assert.ok(known >= cameAt && known < cameAt + 20 * MINUTE_MS, new Date(known).toISOString());
  const arrival = await findArrivalAfter(database.db, {
    names: ['wind.forecast'],
    from: FIRST,
    to: FIRST,
    after: cameAt - 1,
  });
  assert.equal(arrival, known);
});

test('archived days count as known by the assumption, until two weeks of arrivals say otherwise', async () => {
  const archived = { source: 'energy-charts', from: '2026-02-01', to: '2026-02-01' };
  const dayOf = (publication: string, from: string) =>
    backfill(context(), { ...archived, publication, from, to: from });
  await dayOf('wind.forecast', '2026-02-01');
  await dayOf('load.forecast', '2026-02-01');
  const at = (day: string, time: string) => instantFor(day, { dayOffset: -1, time });
  assert.equal(await knownFrom('wind.forecast', '2026-02-01'), at('2026-02-01', '18:00'));
  assert.equal(await knownFrom('load.forecast', '2026-02-01'), at('2026-02-01', '10:00'));
  for (let day = addDays(FIRST, 1); day <= addDays(FIRST, 14); day = addDays(day, 1)) {
    for (const time of ['09:30', '09:45']) {
      clock.set(at(day, time));
      await followSources(context());
    }
  }
  // With it the days around the start of wind and sun, which had come before anybody asked.
  assert.equal(await redateArchive(context(), context().liveSources.values()), 1 + 2 * 8);
  assert.equal(await knownFrom('wind.forecast', '2026-02-01'), at('2026-02-01', '09:45'));
  // Within half an hour of the assumption the load stays as it was.
  assert.equal(await knownFrom('load.forecast', '2026-02-01'), at('2026-02-01', '10:00'));
  assert.equal(await redateArchive(context(), context().liveSources.values()), 0);
  await dayOf('wind.forecast', '2026-02-02');
  assert.equal(await knownFrom('wind.forecast', '2026-02-02'), at('2026-02-02', '09:45'));
});
