import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, dayStart, deliveryPeriods } from '@lonja/forecasting/market';
import { sentenceOrNull } from '../../src/ground/reasons/reasons.ts';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { followSources } from '../../src/market/ingest/follow-sources.ts';
import { isResting, nextAttemptWhileWaiting, nextRevisionCheck } from '../../src/market/sources/polling.ts';
import { getSourceStatus } from '../../src/market/sources/get-source-status.ts';
import { listHeldBack } from '../../src/market/publications/held-back.ts';
import { appendObservations, readSeries } from '../../src/market/observations/observations.ts';
import { findPublications } from '../../src/market/publications/publications.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestClock, type TestClock } from '../test-clock.ts';
import { createTestContext, testSources } from '../test-context.ts';
import { omieAnswer } from './answers.ts';

const TODAY = '2026-03-30';
const TOMORROW = '2026-03-31';
const MINUTE = 60_000;

let database: TestDatabase;
let clock: TestClock;
/** What OMIE shows, by file name; undefined: the file is not there. */
let show: (name: string, body: string | undefined) => string | undefined;
let asked: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  clock = createTestClock(`${TODAY}T10:55:00Z`);
  show = (_, body) => body;
  asked = [];
});
afterEach(() => database.drop());

function context() {
  const fetch = async (request: string | URL | Request) => {
    const url = new URL(request instanceof Request ? request.url : request);
    const name = url.searchParams.get('filename') ?? '';
    asked.push(name);
    const body = show(name, omieAnswer(url));
    return body === undefined ? new Response('not found', { status: 404 }) : new Response(body);
  };
  return {
    ...createTestContext(database.db, `${TODAY}T10:55:00Z`),
    clock,
    sources: ['omie' as const],
    liveSources: testSources(fetch),
  };
}

async function lineOf(day: string, name = 'price.da') {
  return (await findPublications(database.db, { source: 'omie', name, from: day, to: day })).get(day);
}

async function pricesOf(day: string, asOf = Number.POSITIVE_INFINITY) {
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf };
  const series = await readSeries(database.db, { keys: ['price.da'], dataOrigin: 'market', ...window });
  return series.get('price.da')?.[0];
}

test('a day is asked for until it is there, and what was seen to be late is known from then on', async () => {
  let isPublished = false;
  show = (name, body) => (name.includes('20260331') && !isPublished ? undefined : body);
  clock.set(Date.parse(`${TODAY}T11:00:00Z`));
  await followSources(context());
  assert.equal((await lineOf(TOMORROW))?.state, 'waiting');
  clock.advance(25 * MINUTE);
  await followSources(context());
  isPublished = true;
  clock.advance(MINUTE);
  await followSources(context());
  const line = await lineOf(TOMORROW);
  const publishedAt = Date.parse(`${TODAY}T11:26:00Z`);
  assert.deepEqual([line?.state, line?.attempts, line?.publishedAt], ['complete', 3, publishedAt]);
  assert.equal(await pricesOf(TOMORROW, publishedAt - 1), undefined);
  assert.equal((await pricesOf(TOMORROW, publishedAt))?.start.length, 96);
  const { sources } = await getSourceStatus(database.db, clock.now());
  const da = sources[0].publications.find(({ name }) => name === 'price.da');
  assert.deepEqual([da?.latest_day, da?.lateness_s, da?.state], [TOMORROW, 26 * 60, 'on_time']);
});

test('nothing is asked for twice before it is due', async () => {
  await followSources(context());
  const count = asked.length;
  assert.ok(count > 0);
  await followSources(context());
  assert.equal(asked.length, count);
});

test('a correction is found, counted and known only from when it came', async () => {
  clock.set(Date.parse(`${TODAY}T11:05:00Z`));
  await followSources(context());
  const [first] = (await pricesOf(TOMORROW))?.value ?? [];
  show = (name, body) => {
    const isSecond = name === 'marginalpdbc_20260331.2';
    if (!isSecond) return body;
    return omieAnswer(new URL('http://x/?filename=marginalpdbc_20260331.1'))?.replace(
      `;${first};\r`,
      ';77.77;\r',
    );
  };
  const before = clock.now();
  clock.advance(61 * MINUTE);
  await followSources(context());
  const line = await lineOf(TOMORROW);
  assert.deepEqual([line?.state, line?.corrections, line?.correctedAt], ['complete', 1, clock.now()]);
  assert.equal((await pricesOf(TOMORROW, before))?.value[0], first);
  assert.equal((await pricesOf(TOMORROW))?.value.includes(77.77), true);
});

test('a day that repeats the one before is quarantined with its reason, never served, and replaced when it is right', async () => {
  show = (name, body) =>
    name === 'marginalpdbc_20260331.1'
      ? omieAnswer(new URL('http://x/?filename=marginalpdbc_20260330.1'))?.replaceAll(
          '2026;03;30;',
          '2026;03;31;',
        )
      : body;
  clock.set(Date.parse(`${TODAY}T11:05:00Z`));
  await followSources(context());
  await followSources(context());
  clock.advance(2 * MINUTE);
  await followSources(context());
  const line = await lineOf(TOMORROW);
  assert.equal(line?.state, 'quarantined');
  assert.match(String(sentenceOrNull(line?.reason)), /repeats the day before/);
  assert.equal(await pricesOf(TOMORROW), undefined);
  const kept = await database.db.selectFrom('quarantined_day').select(['day', 'reason']).execute();
  assert.equal(kept.length, 1);
  clock.advance(40 * MINUTE);
  const status = await getSourceStatus(database.db, clock.now());
  assert.ok(status.incidents.some(({ day, kind }) => day === TOMORROW && kind === 'quarantined'));
  show = (_, body) => body;
  await followSources(context());
  assert.equal((await lineOf(TOMORROW))?.state, 'complete');
});

test('a source that is dead for three days fills its gaps by itself when it comes back', async () => {
  await followSources(context());
  show = () => {
    throw new Error('no route');
  };
  for (let hours = 0; hours < 72; hours += 6) {
    clock.advance(6 * 60 * MINUTE);
    await followSources(context());
  }
  const dead = await getSourceStatus(database.db, clock.now());
  assert.equal(dead.sources[0].state, 'failing');
  assert.ok(dead.incidents.length > 0);
  show = (_, body) => body;
  clock.advance(24 * 60 * MINUTE);
  await followSources(context());
  clock.advance(2 * MINUTE);
  await followSources(context());
  const back = await getSourceStatus(database.db, clock.now());
  assert.deepEqual(back.incidents, []);
  assert.equal(back.sources[0].state, 'ok');
});

test('a backfill that is cut short goes on where it stopped, and requests nothing twice', async () => {
  let left = 8;
  show = (_, body) => {
    if (body !== undefined && left-- <= 0) throw new Error('no route');
    return body;
  };
  const request = { source: 'omie', publication: 'price.da', from: '2026-03-01', to: '2026-03-20' };
  const [first] = await backfill(context(), request);
  assert.ok(first.complete >= 8 && first.failed > 0 && first.failure !== undefined, JSON.stringify(first));
  show = (_, body) => body;
  const [second] = await backfill(context(), request);
  assert.deepEqual([second.known, second.known + second.complete, second.missing], [first.complete, 20, 0]);
  asked = [];
  const [third] = await backfill(context(), request);
  assert.deepEqual([third.known, third.complete, asked.length], [20, 0, 0]);
});

test('the simulator is filled like any source, and a span or a source that does not exist is refused', async () => {
  const reports = await backfill(context(), { source: 'simulator', from: '2026-03-01', to: '2026-03-03' });
  assert.ok(reports.every(({ complete, quarantined }) => complete === 3 && quarantined === 0));
  await assert.rejects(
    backfill(context(), { source: 'omie', from: '2026-03-03', to: '2026-03-01' }),
    /not a span/,
  );
  await assert.rejects(
    backfill(context(), { source: 'tarot', from: TODAY, to: TODAY }),
    /There is no source "tarot"/,
  );
});

test('polling is dense around the publication, thin afterwards, and ends', () => {
  const expected = Date.parse(`${TODAY}T11:00:00Z`);
  const gapMs = (lateMs: number) => {
    const now = expected + lateMs;
    const next = nextAttemptWhileWaiting(expected, now);
    return next === undefined ? undefined : (next - now) / MINUTE;
  };
  assert.deepEqual(
    [0, 59, 61, 7 * 60, 4 * 24 * 60, 31 * 24 * 60].map((late) => gapMs(late * MINUTE)),
    [1, 1, 5, 60, 1440, undefined],
  );
  assert.equal(nextRevisionCheck(expected, expected + 90 * MINUTE), expected + 6 * 60 * MINUTE);
  const days = (count: number) => count * 24 * 60 * MINUTE;
  assert.deepEqual(
    [2, 4, 8, 29, 31].map((age) => nextRevisionCheck(expected, expected + days(age))),
    [days(3), days(7), days(14), days(30), undefined].map((check) => check && expected + check),
  );
});

test('a source that fails rests for half a minute to half an hour, one that refuses for five minutes to six hours', () => {
  const rests = (failures: number, refused: boolean) => {
    const status = { failures_in_row: failures, last_failure_at: new Date(0), refused };
    let minutes = 0.5;
    while (isResting(status, minutes * MINUTE)) minutes += 0.5;
    return minutes;
  };
  assert.deepEqual(
    [1, 3, 20].map((failures) => rests(failures, false)),
    [0.5, 2, 30],
  );
  assert.deepEqual(
    [1, 2, 20].map((failures) => rests(failures, true)),
    [5, 10, 360],
  );
});

test('a day that another source had wrong is named when OMIE’s prices come', async () => {
  const starts = Float64Array.from(deliveryPeriods(TOMORROW, 'PT15M'), ({ start }) => start);
  const feed = { series: 'price.da', source: 'entsoe', resolution: 'PT15M' as const, unit: 'EUR/MWh' };
  const availableAt = starts.map(() => clock.now());
  await appendObservations(database.db, feed, {
    start: starts,
    value: starts.map((_, i) => 900 + i),
    availableAt,
  });
  clock.set(Date.parse(`${TODAY}T12:00:00Z`));
  await followSources(context());
  const query = { source: 'entsoe', includesDecided: false, offset: 0, limit: 10 };
  const { items } = await listHeldBack(database.db, query);
  assert.deepEqual(
    items.map(({ publication, day, reason }) => [publication, day, reason]),
    [['price.da', TOMORROW, 'price.da differs from OMIE in 96 of 96 periods']],
  );
  assert.equal((await lineOf(TOMORROW))?.state, 'complete', 'OMIE’s own day is there');
});
