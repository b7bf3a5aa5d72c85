import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import {
  DAY_MS,
  type DeliveryDay,
  dayStart,
  deliveryPeriods,
  HOUR_MS,
  type Resolution,
} from '@lonja/forecasting/market';
import {
  HeldBackDetails,
  HeldBackPage,
  HeldBackRecord,
  ReleasedRecord,
} from '../../src/market/quarantine/record.ts';
import { WaitingPage } from '../../src/operate/support/schemas.ts';
import { getSourceStatus } from '../../src/market/sources/get-source-status.ts';
import { appendObservations, readSeries } from '../../src/market/observations/observations.ts';
import { findPublications } from '../../src/market/publications/publications.ts';
import { holdBackDay } from '../hold-back-day.ts';
import { createTestApi, errorOf } from '../http/test-api.ts';

const NOW = '2026-03-30T12:00:00Z';
const now = Date.parse(NOW);
const api = await createTestApi(NOW);
after(() => api.close());

let token = '';
let userId = '';
let tenantId = '';
before(async () => {
  ({ token, userId, tenantId } = await api.createSession({ isSuperadmin: true }));
});
beforeEach(() => api.clock.set(now));

/** Holds back the day-ahead prices of a day, 24 of `level` and more, as they came from OMIE an hour after their usual instant. */
async function holdBackPrices(
  day: DeliveryDay,
  level: number,
  changes: { start?: number[] } = {},
): Promise<string> {
  const expectedAt = dayStart(day) - 11 * HOUR_MS;
  const start = changes.start ?? deliveryPeriods(day, 'PT1H').map((period) => period.start);
  const value = start.map((_, i) => level + i);
  const series = [{ key: 'price.da', unit: 'EUR/MWh', resolution: 'PT1H' as Resolution, start, value }];
  const at = expectedAt + HOUR_MS;
  const reason = `the mean of price.da is ${level} EUR/MWh`;
  return holdBackDay(api.db, { source: 'omie', name: 'price.da', day, expectedAt, now: at, reason, series });
}

async function pricesOf(day: DeliveryDay, asOf: number): Promise<number[]> {
  const window = { from: dayStart(day), to: dayStart(day) + DAY_MS, asOf };
  const series = await readSeries(api.db, { keys: ['price.da'], dataOrigin: 'market', ...window });
  const { start, value } = series.get('price.da')?.[0] ?? { start: [], value: [] };
  // Revisions come in order: the last of each period is in force.
  return [...new Map([...start].map((instant, i) => [instant, value[i]])).values()];
}

async function lineOf(day: DeliveryDay) {
  const lines = await findPublications(api.db, { source: 'omie', name: 'price.da', from: day, to: day });
  return lines.get(day);
}

const release = (id: string) =>
  api.send('POST', `/admin/quarantine/${id}/release`, token, { reason: 'OMIE has confirmed it' });
const discard = (id: string) =>
  api.send('POST', `/admin/quarantine/${id}/discard`, token, { reason: 'a test file' });

async function held(query = ''): Promise<HeldBackRecord[]> {
  return HeldBackPage.parse((await api.get(`/admin/quarantine${query}`, token)).body).items;
}

suite('a day that failed a check', () => {
  test('is listed with what the check found, and shown value by value', async () => {
    const id = await holdBackPrices('2026-03-31', 300);
    const [listed] = await held();
    assert.deepEqual(
      [listed.id, listed.kind, listed.state, listed.source, listed.publication, listed.day, listed.values],
      [id, 'day', 'held', 'omie', 'price.da', '2026-03-31', 24],
    );
    assert.match(listed.reason, /mean of price\.da is 300/);
    const shown = HeldBackDetails.parse((await api.get(`/admin/quarantine/${id}`, token)).body);
    assert.deepEqual(shown.contents.slice(0, 2), [
      { series: 'price.da', unit: 'EUR/MWh', resolution: 'PT1H', start: '2026-03-30T22:00:00Z', value: 300 },
      { series: 'price.da', unit: 'EUR/MWh', resolution: 'PT1H', start: '2026-03-30T23:00:00Z', value: 301 },
    ]);
    assert.deepEqual(await held('?source=redata'), []);
  });

  test('that is released is known from now on, with its ledger complete and the audit written', async () => {
    const [{ id, day }] = await held();
    const released = ReleasedRecord.parse((await release(id)).body);
    assert.deepEqual([released.state, released.known_from], ['released', NOW]);
    assert.deepEqual(await pricesOf(day, now - 1), []);
    assert.equal((await pricesOf(day, now))[0], 300);
    const line = await lineOf(day);
    assert.deepEqual([line?.state, line?.publishedAt, line?.reason], ['complete', now, undefined]);
    const { incidents } = await getSourceStatus(api.db, now);
    assert.deepEqual(incidents, []);
    const entry = await api.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'quarantine.released')
      .executeTakeFirstOrThrow();
    assert.deepEqual([entry.tenant_id, entry.actor_id, entry.target_id], [tenantId, userId, id]);
    assert.equal(entry.details['reason'], 'OMIE has confirmed it');
    assert.deepEqual(await held(), []);
    const [decided] = await held('?decided=true');
    assert.deepEqual([decided.state, decided.decision_reason], ['released', 'OMIE has confirmed it']);
    assert.deepEqual(errorOf(await release(id)), [409, 'conflict']);
    assert.deepEqual(errorOf(await discard(id)), [409, 'conflict']);
  });

  test('and is history when it is released counts as known from its usual instant', async () => {
    const day = '2026-03-10';
    const id = await holdBackPrices(day, 250);
    const usual = dayStart(day) - 11 * HOUR_MS;
    assert.equal(ReleasedRecord.parse((await release(id)).body).known_from, null);
    assert.deepEqual(await pricesOf(day, usual - 1), []);
    assert.equal((await pricesOf(day, usual))[0], 250);
    assert.equal((await lineOf(day))?.publishedAt, usual);
  });

  test('and corrects one that is there is a correction from now on', async () => {
    const day = '2026-03-11';
    await release(await holdBackPrices(day, 50));
    const id = await holdBackPrices(day, 400);
    await api.db.updateTable('publication').set({ state: 'complete' }).where('day', '=', day).execute();
    assert.equal(ReleasedRecord.parse((await release(id)).body).known_from, NOW);
    assert.deepEqual([(await pricesOf(day, now - 1))[0], (await pricesOf(day, now))[0]], [50, 400]);
    const line = await lineOf(day);
    assert.deepEqual([line?.corrections, line?.correctedAt], [1, now]);
  });

  test('is never released with a price outside the limits of its auction, incomplete or with periods out of order', async () => {
    const day = '2026-03-12';
    const [first, second, ...rest] = deliveryPeriods(day, 'PT1H').map((period) => period.start);
    for (const [level, start, message] of [
      [60, [second, ...rest], /price\.da has 23 of 24 periods, and prices come whole or not at all/],
      [3990, [first, second, ...rest], /4001 at .* is outside -500 \.\. 4000, which is never stored/],
      [60, [second, first, ...rest], /out of order or repeated/],
    ] as const) {
      const id = await holdBackPrices(day, level, { start: [...start] });
      const answer = await release(id);
      assert.deepEqual(errorOf(answer), [409, 'conflict']);
      assert.match(answer.text, message);
      assert.deepEqual(await pricesOf(day, Number.POSITIVE_INFINITY), []);
      assert.equal((await lineOf(day))?.state, 'quarantined');
      assert.ok(
        (await held()).some((one) => one.id === id),
        'it is still held back',
      );
      assert.equal((await discard(id)).status, 200);
    }
  });

  test('in another unit than is stored is not released', async () => {
    const day = '2026-03-13';
    const start = deliveryPeriods(day, 'PT1H').map((period) => period.start);
    const id = await holdBackDay(api.db, {
      source: 'omie',
      name: 'price.da',
      day,
      expectedAt: dayStart(day) - 11 * HOUR_MS,
      now,
      reason: 'price.da came in EUR/kWh, expected EUR/MWh',
      series: [{ key: 'price.da', unit: 'EUR/kWh', resolution: 'PT1H', start, value: start.map(() => 0.05) }],
    });
    const answer = await release(id);
    assert.deepEqual(errorOf(answer), [409, 'conflict']);
    assert.match(answer.text, /stored in EUR\/MWh/);
    await discard(id);
  });

  test('that its source has sent right since is replaced, and listed no more', async () => {
    const day = '2026-03-14';
    const id = await holdBackPrices(day, 300);
    const others = async () => (await held()).filter((one) => one.day === day);
    assert.equal((await others()).length, 1);
    await api.db
      .updateTable('publication')
      .set({ state: 'complete', reason: null })
      .where('day', '=', day)
      .execute();
    assert.deepEqual(await others(), []);
    const answer = await release(id);
    assert.deepEqual(errorOf(answer), [409, 'conflict']);
    assert.match(answer.text, /omie has brought another one since/);
    assert.equal((await held('?decided=true')).find((one) => one.id === id)?.state, 'replaced');
  });

  test('that is discarded is missing like any other, and is not held back again when it comes unchanged', async () => {
    const day = '2026-03-29';
    const id = await holdBackPrices(day, 300);
    const kindsOf = async () =>
      (await getSourceStatus(api.db, now)).incidents.filter((one) => one.day === day);
    assert.deepEqual(
      (await kindsOf()).map(({ kind }) => kind),
      ['quarantined'],
    );
    assert.equal(HeldBackRecord.parse((await discard(id)).body).state, 'discarded');
    assert.deepEqual(
      (await kindsOf()).map(({ kind }) => kind),
      ['late'],
    );
    await holdBackPrices(day, 300);
    assert.deepEqual(await held(), []);
  });

  test('of an unknown id is not there', async () => {
    for (const id of ['d999999', 'v3-2020-01-01', 'x', 'd', 'd1e3', 'v1-0']) {
      assert.deepEqual(errorOf(await api.get(`/admin/quarantine/${id}`, token)), [404, 'not_found'], id);
      assert.deepEqual(errorOf(await release(id)), [404, 'not_found'], id);
    }
  });
});

suite('single values of a file', () => {
  const feed = { source: 'csv', resolution: 'PT1H' as const };

  async function append(series: string, unit: string, rows: [start: string, value: number, known: string][]) {
    return appendObservations(
      api.db,
      { ...feed, series, unit },
      {
        start: Float64Array.from(rows, ([start]) => Date.parse(start)),
        value: Float64Array.from(rows, ([, value]) => value),
        availableAt: Float64Array.from(rows, ([, , known]) => Date.parse(known)),
      },
    );
  }

  async function loadAt(start: string, asOf: number): Promise<number | undefined> {
    const from = Date.parse(start);
    const query = { keys: ['load.actual'], dataOrigin: 'market' as const, from, to: from + 1, asOf };
    return (await readSeries(api.db, query)).get('load.actual')?.[0]?.value.at(-1);
  }

  test('are listed by feed and day, and released: history from its own instant, what is recent from now on', async () => {
    const old = ['2025-04-28T11:00:00Z', '2025-04-28T12:00:00Z'];
    const result = await append('load.actual', 'MW', [
      [old[0], 4200, '2025-04-28T13:00:00Z'],
      [old[1], 4300, '2025-04-28T14:00:00Z'],
      ['2026-03-30T08:00:00Z', 4100, '2026-03-30T10:00:00Z'],
    ]);
    assert.equal(result.quarantined, 3);
    const [recent, history] = await held('?source=csv');
    assert.deepEqual(
      [recent.day, recent.values, history.day, history.values],
      ['2026-03-30', 1, '2025-04-28', 2],
    );
    assert.deepEqual([history.kind, history.reason], ['values', 'outside 5000 .. 80000']);
    assert.deepEqual(history.reason_codes, [{ code: 'outside', parts: { min: 5000, max: 80_000 } }]);

    assert.equal(ReleasedRecord.parse((await release(history.id)).body).known_from, null);
    assert.equal(await loadAt(old[1], Date.parse('2025-04-28T14:00:00Z') - 1), undefined);
    assert.equal(await loadAt(old[1], Date.parse('2025-04-28T14:00:00Z')), 4300);
    assert.equal(ReleasedRecord.parse((await release(recent.id)).body).known_from, NOW);
    assert.equal(await loadAt('2026-03-30T08:00:00Z', now - 1), undefined);
    assert.equal(await loadAt('2026-03-30T08:00:00Z', now), 4100);
    assert.deepEqual(await held('?source=csv'), []);
    assert.deepEqual(errorOf(await release(history.id)), [409, 'conflict']);
  });

  test('that come again after their release are not held back again', async () => {
    const again = await append('load.actual', 'MW', [['2025-04-28T11:00:00Z', 4200, '2025-04-28T13:00:00Z']]);
    assert.deepEqual([again.quarantined, await held('?source=csv')], [1, []]);
    assert.equal(await loadAt('2025-04-28T11:00:00Z', now), 4200);
  });

  test('for which a right one came since are replaced', async () => {
    const start = '2025-04-29T11:00:00Z';
    await append('load.actual', 'MW', [[start, 4200, '2025-04-29T13:00:00Z']]);
    assert.equal((await held('?source=csv')).length, 1);
    await append('load.actual', 'MW', [[start, 24_200, '2025-04-29T13:00:00Z']]);
    assert.deepEqual(await held('?source=csv'), []);
  });

  test('outside the limits of their auction are never stored', async () => {
    await append('price.da', 'EUR/MWh', [['2025-01-01T11:00:00Z', 4000.01, '2024-12-31T12:00:00Z']]);
    const [price] = await held('?source=csv');
    const answer = await release(price.id);
    assert.deepEqual(errorOf(answer), [409, 'conflict']);
    assert.match(answer.text, /4000\.01 at .* is outside -500 \.\. 4000, which is never stored; discard it/);
    assert.equal((await discard(price.id)).status, 200);
    assert.deepEqual(await held('?source=csv'), []);
  });
});

suite('what everyone may read of it', () => {
  const day = '2026-03-05';

  /** What a viewer's session reads, the page's first fields apart. */
  async function listed(query = '') {
    const viewer = await api.createSession({ role: 'viewer' });
    const answer = await api.get(`/support/quarantine${query}`, viewer.token);
    assert.equal(answer.status, 200);
    return WaitingPage.parse(answer.body);
  }

  test('a day is listed with its lowest and highest value, until somebody decides', async () => {
    const id = await holdBackPrices(day, -7.5);
    const { items, total } = await listed();
    assert.deepEqual([items.length, total], [1, 1]);
    assert.deepEqual(items[0], {
      id,
      kind: 'day',
      source: 'omie',
      publication: 'price.da',
      day,
      reason: 'the mean of price.da is -7.5 EUR/MWh',
      reason_codes: [{ code: 'other', parts: { detail: 'the mean of price.da is -7.5 EUR/MWh' } }],
      recorded_at: '2026-03-04T13:00:00Z',
      values: 24,
      unit: 'EUR/MWh',
      lowest: -7.5,
      highest: 15.5,
    });
    await discard(id);
    assert.deepEqual((await listed()).items, []);
  });

  test('who decided what, and why, is no part of an answer', async () => {
    const id = await holdBackPrices(day, 11);
    const { token: reader } = await api.createSession({ role: 'viewer' });
    const { text } = await api.get('/support/quarantine', reader);
    assert.doesNotMatch(text, /decided|decision|state/);
    assert.deepEqual(errorOf(await api.get(`/admin/quarantine/${id}`, reader)), [403, 'insufficient_scope']);
    await discard(id);
  });

  test('values in several units, and values that are no numbers, have no lowest', async () => {
    const start = [dayStart(day), dayStart(day) + HOUR_MS];
    const common = { resolution: 'PT1H' as Resolution, start };
    await holdBackDay(api.db, {
      source: 'redata',
      name: 'generation.actual',
      day,
      expectedAt: now,
      now,
      reason: 'a test',
      series: [
        { ...common, key: 'wind.actual', unit: 'MW', value: [1, 2] },
        { ...common, key: 'wind.energy', unit: 'MWh', value: [3, 4] },
      ],
    });
    const loads = { series: 'load.actual', source: 'csv', resolution: 'PT1H' as const, unit: 'MW' };
    const availableAt = Float64Array.from(start);
    const rows = { start: Float64Array.from(start), value: Float64Array.of(Number.NaN, 17), availableAt };
    await appendObservations(api.db, loads, rows);
    const extremes = async () =>
      (await listed()).items.map(({ unit, lowest, highest, values }) => [unit, lowest, highest, values]);
    assert.deepEqual(await extremes(), [
      ['MW', 17, 17, 2],
      [null, null, null, 4],
    ]);
    await appendObservations(api.db, loads, { ...rows, value: Float64Array.of(Number.NaN, 20_000) });
    for (const { id } of await held()) if (id.startsWith('d')) await discard(id);
    assert.deepEqual(await extremes(), [[null, null, null, 1]]);
  });

  test('comes by pages', async () => {
    for (const one of ['2026-03-06', '2026-03-07', '2026-03-08']) await holdBackPrices(one, 60);
    const first = await listed('?page_size=2');
    const second = await listed('?page_size=2&page=2');
    assert.deepEqual(
      [first.items.length, first.total, second.items.length, second.items.length + first.items.length],
      [2, 4, 2, 4],
    );
    const { token: reader } = await api.createSession();
    assert.equal((await api.get('/support/quarantine?page_size=201', reader)).status, 422);
  });
});
