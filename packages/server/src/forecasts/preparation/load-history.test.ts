import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, dayRange, dayStart, type Product } from '@lonja/forecasting/market';
import { DAY_AHEAD, INTRADAY } from '@lonja/forecasting/issue';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { count, omieText } from '../../../test/omie-text.ts';
import { omieAnswer, openMeteoAnswer } from '../../../test/sources/answers.ts';
import { createTestContext, SMALL_CHAMPION, testSources } from '../../../test/test-context.ts';
import type { LiveSources } from '../../market/connectors/create-sources.ts';
import { listLoadingProducts } from '../../market/publications/backfills.ts';
import { findPublications } from '../../market/publications/publications.ts';
import { daysReadBy } from '../issue/day-ahead-model.ts';
import { auctionDaysReadBy } from '../issue/intraday-model.ts';
import { planHistory, loadFirstHistory, loadHistory } from './load-history.ts';
import { followSources } from '../../market/ingest/follow-sources.ts';

const NOW = '2025-07-01T10:00:00Z';
const TODAY = '2025-07-01';
const WEATHER_SINCE = '2025-05-01';
/** Reads six weeks. */
const SHORT_SIGHTED = { ...SMALL_CHAMPION, historyDays: 10, calibrationDays: 3, olderCalibrationDays: 3 };

let database: TestDatabase;
beforeEach(async () => (database = await createTestDatabase()));
afterEach(() => database.drop());

/** OMIE and Open-Meteo, and what was asked of them; `refuse` answers in place of OMIE. */
function market(now = NOW, refuse: (name: string) => Response | undefined = () => undefined) {
  const asked: string[] = [];
  const fetch = async (request: string | URL | Request) => {
    const url = new URL(request instanceof Request ? request.url : request);
    const name = url.searchParams.get('filename');
    if (name !== null) {
      asked.push(name);
      const text = omieAnswer(url);
      return refuse(name) ?? (text === undefined ? new Response('', { status: 404 }) : new Response(text));
    }
    return new Response(url.pathname.startsWith('/v1') ? openMeteoAnswer(url) : '');
  };
  const liveSources = withLateWeather(testSources(fetch));
  const context = { ...createTestContext(database.db, now, SHORT_SIGHTED), liveSources };
  return { asked, context: { ...context, sources: ['omie' as const, 'open-meteo' as const] } };
}

/** Open-Meteo with weather since `WEATHER_SINCE` only: two years of it come the same way as nine weeks. */
function withLateWeather(sources: LiveSources): LiveSources {
  const meteo = sources.get('open-meteo');
  assert.ok(meteo);
  const publications = meteo.publications.map((one) => ({ ...one, firstDay: WEATHER_SINCE }));
  return new Map([...sources, ['open-meteo', { ...meteo, publications }]]);
}

async function load(context: ReturnType<typeof market>['context']) {
  const reported: (Product | 'power')[] = [];
  await loadHistory(context, {
    signal: new AbortController().signal,
    onForecastHistory: async (product) => {
      reported.push(product);
    },
    onPowerHistory: async () => {
      reported.push('power');
    },
  });
  return reported;
}

async function settledDays(name: string, from: string, to: string) {
  const lines = await findPublications(database.db, { source: 'omie', name, from, to });
  return [...lines.values()].filter(({ state }) => state === 'complete').map(({ day }) => day);
}

test('before the first forecast the newest day-ahead prices come alone, one request for each day', async () => {
  const { asked, context } = market();
  await loadFirstHistory(context, { daysBack: 5 });
  const days = dayRange(addDays(TODAY, -5), TODAY);
  assert.deepEqual(
    asked.toSorted(),
    days.map((day) => `marginalpdbc_${day.replaceAll('-', '')}.1`),
  );
});

test('everything that models read is loaded, each product is reported when its own history is there, and nothing is asked for twice', async () => {
  const { asked, context } = market();
  await loadFirstHistory(context, { daysBack: 5 });
  const reported = await load(context);
  assert.deepEqual(new Set(reported), new Set(['da', 'ida1', 'ida2', 'ida3', 'power']));
  assert.ok(reported.indexOf('da') < reported.indexOf('ida3'));
  assert.deepEqual(await listLoadingProducts(database.db), []);
  const first = addDays(TODAY, -daysReadBy(context.champion));
  for (const name of ['price.da', 'price.ida1', 'price.ida3']) {
    assert.equal((await settledDays(name, first, TODAY)).length, dayRange(first, TODAY).length, name);
  }
  assert.equal(new Set(asked).size, asked.length);
  asked.length = 0;
  assert.deepEqual(await load(context), []);
  assert.deepEqual(asked, []);
});

test('a source that refuses in the middle holds up no product, and what is missing comes with the next call', async () => {
  let answers = 0;
  const blocked = market(NOW, () => (++answers > 30 ? new Response('', { status: 403 }) : undefined));
  const reported = await load(blocked.context);
  assert.ok(reported.includes('da') && reported.includes('power'));
  assert.deepEqual(await listLoadingProducts(database.db), []);
  assert.ok(blocked.asked.length < 40, `${blocked.asked.length} requests`);
  const { context } = market();
  await load(context);
  const first = addDays(TODAY, -daysReadBy(context.champion));
  const settled = await settledDays('price.ida2', first, TODAY);
  assert.equal(settled.length, dayRange(first, TODAY).length);
});

test('higher revisions of the history are asked for within a day, and count as the prices of then', async () => {
  const { context } = market();
  await loadFirstHistory(context, { daysBack: 20 });
  const day = addDays(TODAY, -18);
  const revised = omieText(
    day,
    count(96).map((i) => 77 + i),
  );
  const later = market('2025-07-02T12:00:00Z', (name) =>
    name === `marginalpdbc_${day.replaceAll('-', '')}.2` ? new Response(revised) : undefined,
  );
  await followSources({ ...later.context, sources: ['omie'] });
  assert.ok(later.asked.includes(`marginalpdbc_${day.replaceAll('-', '')}.3`));
  const [line] = (
    await findPublications(database.db, { source: 'omie', name: 'price.da', from: day, to: day })
  ).values();
  assert.deepEqual([line.corrections, line.reason], [0, undefined]);
  const { rows } = await sql`
    select value, available_at < ${new Date(NOW)} as was_known
    from observation join feed on feed.id = feed_id
    where series = 'price.da' and start_at = ${new Date(dayStart(day))}
    order by available_at desc limit 1
  `.execute(database.db);
  assert.deepEqual(rows, [{ value: 77, was_known: true }]);
});

test('the plan reaches as far back as the models of the service read', () => {
  assert.ok(daysReadBy(DAY_AHEAD) >= auctionDaysReadBy(INTRADAY));
  const { context } = market();
  const liveSources = testSources(async () => new Response(''));
  const plan = planHistory({ ...context, liveSources, champion: DAY_AHEAD });
  const from = (name: string) => plan.find(({ publication }) => publication.name === name)?.from;
  assert.equal(from('price.da'), addDays(TODAY, -daysReadBy(DAY_AHEAD)));
  assert.equal(from('price.ida1'), '2024-06-14');
  assert.equal(from('weather.forecast'), addDays(TODAY, -daysReadBy(DAY_AHEAD)));
  const ofOperator = planHistory({
    ...context,
    champion: DAY_AHEAD,
    sources: ['esios', 'open-meteo'],
    liveSources: testSources(async () => new Response(''), { tokens: { esios: 'token' } }),
  });
  const weather = ofOperator.find(({ publication }) => publication.name === 'weather.forecast');
  assert.equal(weather?.from, addDays(TODAY, -758), 'the operator forecasts what prices are learnt from');
});

test('without forecasts of the operator the day-ahead product waits for the own forecasts of past days', async () => {
  const { context } = market();
  await loadFirstHistory(context, { daysBack: 5 });
  const loadingThen: Product[][] = [];
  await loadHistory(context, {
    signal: new AbortController().signal,
    onForecastHistory: async () => {},
    onPowerHistory: async () => {
      loadingThen.push(await listLoadingProducts(database.db));
    },
  });
  assert.equal(loadingThen.length, 1);
  assert.ok(loadingThen[0].includes('da'));
  assert.deepEqual(await listLoadingProducts(database.db), []);
});
