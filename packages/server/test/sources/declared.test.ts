import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, dayStart } from '@lonja/forecasting/market';
import { reasonWords } from '../../src/ground/reasons/reason-words.ts';
import { sentenceOrNull } from '../../src/ground/reasons/reasons.ts';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { followSources } from '../../src/market/ingest/follow-sources.ts';
import { listKnownSources } from '../../src/market/sources/known-sources.ts';
import { planHistory } from '../../src/forecasts/preparation/load-history.ts';
import { getDataStatus } from '../../src/operate/support/get-data-status.ts';
import { findFeeds } from '../../src/market/observations/feeds.ts';
import { appendObservations, readSeries } from '../../src/market/observations/observations.ts';
import { findPublications } from '../../src/market/publications/publications.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestClock, type TestClock } from '../test-clock.ts';
import { createTestContext, testSources } from '../test-context.ts';
import { energinetAnswer, exampleDeclaration, mibgasAnswer, mibgasPrice } from './declared-examples.ts';
import { type ReplayServer, startReplayServer } from './replay-server.ts';

const TODAY = '2026-03-30';
const YESTERDAY = '2026-03-29';
const MINUTE = 60_000;
const REAL_FILE = path.join(
  import.meta.dirname,
  '../../../../../shared/data/spain/mibgas_d1_2025_2026Q1.csv',
);

let database: TestDatabase;
let clock: TestClock;
let server: ReplayServer;
/** What the server shows of a year's file of gas. */
let show: (body: string) => string | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  // The 30th begins at 22:00 UTC.
  clock = createTestClock(`${YESTERDAY}T21:59:00Z`);
  show = (body) => body;
  server = await startReplayServer((url) => {
    const body = mibgasAnswer(url);
    return body === undefined ? energinetAnswer(url) : show(body);
  });
});
afterEach(async () => {
  await server.close();
  await database.drop();
});

function context(change: object = {}, file: 'mibgas' | 'day-ahead-germany' = 'mibgas') {
  const noNetwork = async () => {
    throw new Error('there is no network');
  };
  const declared = [exampleDeclaration(file, server.url, change)];
  return {
    ...createTestContext(database.db, TODAY),
    clock,
    sources: ['omie' as const],
    liveSources: new Map(
      [...testSources(noNetwork, { declared, now: () => clock.now() })].filter(([name]) => name !== 'omie'),
    ),
  };
}

async function lineOf(day: string, name = 'gas.price', source = 'declared.mibgas') {
  return (await findPublications(database.db, { source, name, from: day, to: day })).get(day);
}

async function valuesOf(key: string, day: string, asOf = Number.POSITIVE_INFINITY) {
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf };
  const series = await readSeries(database.db, { keys: [key], dataOrigin: 'market', ...window });
  return (series.get(key) ?? []).flatMap(({ value }) => [...value]);
}

/** A row's price in the file of gas. */
function withPrice(body: string, day: string, price: number | undefined): string {
  return body
    .split('\n')
    .flatMap((row) => {
      if (!row.startsWith(`${day},`)) return [row];
      return price === undefined ? [] : [row.replace(/[^,]*$/, String(price))];
    })
    .join('\n');
}

test('a declared source is followed: ledger, values known from when they are public, status', async () => {
  const one = context();
  await followSources(one);
  clock.advance(2 * MINUTE);
  await followSources(one);
  const line = await lineOf(YESTERDAY);
  assert.deepEqual([line?.state, line?.publishedAt], ['complete', dayStart(TODAY) - MINUTE]);
  assert.deepEqual(await valuesOf('gas.price', YESTERDAY), [mibgasPrice(YESTERDAY)]);
  assert.deepEqual(await valuesOf('gas.price', YESTERDAY, dayStart(TODAY) - 1), []);
  const known = listKnownSources(one);
  const found = known.find(({ name }) => name === 'declared.mibgas');
  assert.deepEqual([found?.isFollowed, found?.series], [true, ['gas.price']]);
  const status = await getDataStatus({ db: database.db, clock }, { known, dataOrigin: 'market' });
  const health = status.sources.find(({ source }) => source === 'declared.mibgas');
  assert.deepEqual([health?.state, health?.followed, health?.newest_day], ['ok', true, YESTERDAY]);
  assert.deepEqual(status.imports, []);
});

test('a declaration that is taken out is told of for thirty days, and never as an import', async () => {
  clock.set(dayStart(TODAY));
  await followSources(context());
  const known = listKnownSources({ ...context(), liveSources: new Map() });
  const statusAt = async (days: number) => {
    clock.set(dayStart(addDays(TODAY, days)));
    return getDataStatus({ db: database.db, clock }, { known, dataOrigin: 'market' });
  };
  for (const [days, told] of [
    [2, true],
    [40, false],
  ] as const) {
    const { sources, imports } = await statusAt(days);
    const found = sources.find(({ source }) => source === 'declared.mibgas');
    assert.deepEqual([found?.followed, imports], [told ? false : undefined, []]);
  }
});

test('a year of days is one request, and an unchanged file is not sent again', async () => {
  await followSources(context());
  assert.deepEqual(server.asked, ['/mibgas_d1_2026.csv']);
  clock.advance(61 * MINUTE);
});

test('what comes late counts as known from when it came, and so does a correction', async () => {
  const one = context();
  show = (body) => withPrice(body, YESTERDAY, undefined);
  clock.set(dayStart(TODAY));
  await followSources(one);
  assert.deepEqual(sentenceOrNull((await lineOf(YESTERDAY))?.reason), 'not published yet');
  clock.advance(20 * MINUTE);
  show = (body) => body;
  await followSources(one);
  const cameAt = clock.now();
  assert.equal((await lineOf(YESTERDAY))?.publishedAt, cameAt);
  assert.deepEqual(await valuesOf('gas.price', YESTERDAY, cameAt - 1), []);
  show = (body) => withPrice(body, YESTERDAY, 31.5);
  clock.advance(61 * MINUTE);
  await followSources(one);
  assert.equal((await lineOf(YESTERDAY))?.corrections, 1);
  assert.deepEqual(await valuesOf('gas.price', YESTERDAY, cameAt), [mibgasPrice(YESTERDAY)]);
  assert.equal((await valuesOf('gas.price', YESTERDAY)).at(-1), 31.5);
});

test('an empty file, changed columns and a cell that is no number are faults with their place, and nothing is stored', async () => {
  clock.set(dayStart(TODAY));
  for (const [body, said, codes] of [
    [
      '',
      'línea 1: se esperaba una fila con los nombres de las columnas y el archivo está vacío',
      ['line', 'empty_file'],
    ],
    [
      'trading_day,price\n2026-03-29,31\n',
      'línea 1: se esperaban las columnas "price_eur_mwh" y solo hay "trading_day", "price"',
      ['line', 'lacks_columns'],
    ],
    [
      'trading_day,price_eur_mwh\n2026-03-29,n\n',
      'línea 2: columna "price_eur_mwh": se esperaba un número y se encontró "n"',
      ['line', 'of_column', 'expected_number'],
    ],
  ] as const) {
    show = () => body;
    clock.advance(7 * 60 * MINUTE);
    await followSources(context());
    const reasons = (await lineOf(YESTERDAY))?.reason ?? [];
    assert.deepEqual(
      reasons.map(({ code }) => code),
      codes,
    );
    assert.equal(reasonWords(reasons, 'es'), `declared.mibgas gas.price, ${said}`);
  }
  assert.deepEqual(await valuesOf('gas.price', YESTERDAY), []);
});

test('a price far from the weeks before is held back', async () => {
  const one = context();
  await backfill(one, { source: 'declared.mibgas', from: '2026-02-20', to: '2026-03-28' });
  show = (body) => withPrice(body, YESTERDAY, 3150);
  clock.set(dayStart(TODAY));
  await followSources(one);
  const line = await lineOf(YESTERDAY);
  assert.equal(line?.state, 'quarantined');
  assert.match(
    String(sentenceOrNull(line?.reason)),
    /the mean of gas.price is 3150.0 EUR\/MWh, against a median/,
  );
  assert.deepEqual(await valuesOf('gas.price', YESTERDAY), []);
});

test('a file that is not there is a day not published; 429 and a body too long are failures of the source', async () => {
  clock.set(dayStart(TODAY));
  show = () => undefined;
  await followSources(context());
  assert.equal(sentenceOrNull((await lineOf(YESTERDAY))?.reason), 'not published yet');
  clock.advance(7 * 60 * MINUTE);
  server.misbehave([{ kind: 'status', status: 429, headers: { 'retry-after': '1' } }], { forever: true });
  await followSources(context());
  assert.match(String(sentenceOrNull((await lineOf(YESTERDAY))?.reason)), /declared.mibgas answered 429/);
  clock.advance(7 * 60 * MINUTE);
  server.misbehave([]);
  show = () => 'x'.repeat(33 * 2 ** 20);
  const before = server.asked.length;
  await followSources(context());
  assert.match(String(sentenceOrNull((await lineOf(YESTERDAY))?.reason)), /is longer than 33554432 bytes/);
  assert.equal(server.asked.length, before + 1, 'what is too long is not asked for again at once');
});

test('prices of another zone: whole days on both clock changes, under a name of their own', async () => {
  const one = context({}, 'day-ahead-germany');
  clock.set(Date.parse('2026-03-30T12:00:00Z'));
  for (const [from, to] of [
    ['2025-10-25', '2025-10-27'],
    ['2026-03-28', '2026-03-30'],
  ]) {
    const [report] = await backfill(one, { source: 'declared.energinet', from, to });
    assert.deepEqual([report.publication, report.complete, report.failure], ['price.da.de', 3, undefined]);
  }
  assert.equal((await valuesOf('price.da.de', '2025-10-26')).length, 100);
  assert.equal((await valuesOf('price.da.de', '2026-03-29')).length, 92);
  assert.equal(server.asked.length, 2);
});

test('null at the end of a day is a day that is not whole yet', async () => {
  const one = context({}, 'day-ahead-germany');
  const changed = { ...one };
  server.misbehave([
    {
      kind: 'edit',
      edit: (body) =>
        body.replace(/("TimeUTC":"2026-03-30T21:45:00"[^}]*"DayAheadPriceEUR":)[-\d.]+/, '$1null'),
    },
  ]);
  clock.set(Date.parse('2026-03-30T12:00:00Z'));
  const [report] = await backfill(changed, { source: 'declared.energinet', from: TODAY, to: TODAY });
  assert.equal(report.quarantined, 1);
  const line = await lineOf(TODAY, 'price.da.de', 'declared.energinet');
  assert.match(String(sentenceOrNull(line?.reason)), /price.da.de has 95 of 96 periods/);
});

test('on weekends a source of weekdays is not late', async () => {
  const one = context({ weekdaysOnly: true });
  show = (body) => withPrice(withPrice(body, '2026-03-28', undefined), YESTERDAY, undefined);
  clock.set(dayStart(TODAY) + 60 * MINUTE);
  await followSources(one);
  assert.deepEqual(
    [(await lineOf('2026-03-28'))?.state, (await lineOf('2026-03-27'))?.state],
    ['no_result', 'complete'],
  );
});

test('any other source and any file go before a declared one for the same series', async () => {
  const rows = { start: [dayStart(TODAY)], value: [1], availableAt: [dayStart(TODAY)] };
  const sources = ['declared.a', 'csv', 'entsoe', 'omie', 'zone'];
  for (const source of sources) {
    const feed = { series: 'price.da', source, resolution: 'PT1H' as const, unit: 'EUR/MWh' };
    await appendObservations(database.db, feed, {
      start: Float64Array.from(rows.start),
      value: Float64Array.from(rows.value),
      availableAt: Float64Array.from(rows.availableAt),
    });
  }
  const order = (await findFeeds(database.db, ['price.da'], 'market')).map(({ source }) => source);
  assert.equal(order[0], 'omie');
  assert.equal(order.at(-1), 'declared.a');
});

test('the history of gas is loaded by itself because forecasts read it, that of other series is not', () => {
  const planned = (one: Parameters<typeof planHistory>[0]) =>
    planHistory(one)
      .filter(({ source }) => source.name.startsWith('declared.'))
      .map(({ publication }) => publication.name);
  assert.deepEqual(planned(context()), ['gas.price']);
  assert.deepEqual(planned(context({}, 'day-ahead-germany')), []);
  const simulated = { ...context(), sources: ['simulator' as const] };
  assert.deepEqual(planned(simulated), []);
});

test(
  'the real settlements of MIBGAS are read whole by the shipped declaration',
  { skip: existsSync(REAL_FILE) ? false : 'the shared data are not beside the repository' },
  async () => {
    show = () => readFileSync(REAL_FILE, 'utf8');
    clock.set(Date.parse('2026-04-01T00:00:00Z'));
    const [report] = await backfill(context(), {
      source: 'declared.mibgas',
      from: '2025-01-01',
      to: '2026-03-31',
    });
    assert.deepEqual([report.complete, report.quarantined, report.missing], [455, 0, 0]);
    assert.deepEqual(await valuesOf('gas.price', '2026-03-31'), [47.87]);
  },
);
