import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import { loadData } from '../../src/forecasts/preparation/load-data.ts';
import { createWhatIfs, type ThreadedWhatIfs } from '../../src/start/what-if/create-what-ifs.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestApi, type TestApi } from '../http/test-api.ts';
import { createTestContext, dayAheadRunAt } from '../test-context.ts';

const NOW = '2026-03-28T10:10:00Z';
const DAY = '2026-03-29';
const PATH = '/forecasts/what-if';

let api: TestApi;
let database: TestDatabase;
let whatIfs: ThreadedWhatIfs;
let key = '';
let databaseUrl = '';

before(async () => {
  database = await createTestDatabase();
  databaseUrl = database.url;
  await loadData(createTestContext(database.db, '2026-03-31T00:00:00Z'));
  await issueAt('2026-03-28T10:05:00Z');
  whatIfs = createWhatIfs({ databaseUrl }, { patienceMs: 120_000 });
  api = await createTestApi(NOW, { database, whatIfs, handlerTimeoutMs: 120_000 });
  api.state.dataOrigin = 'simulator';
  key = await api.createKey({ scopes: ['forecasts:read'] });
});
after(async () => {
  await whatIfs.close();
  await api.close();
});

async function issueAt(now: string): Promise<void> {
  await issueRun(createTestContext(database.db, now), {
    product: 'da',
    run: dayAheadRunAt(now),
    dataOrigin: 'simulator',
  });
}

async function ask(shifts: object[], rest: object = {}) {
  return api.send('POST', PATH, key, { ...rest, shifts });
}

test('a thread of its own answers, marked as hypothetical, beside the published forecast', async () => {
  const latest = JSON.parse((await api.get('/forecasts/latest?market_id=es&product=da', key)).text);
  const answer = await ask([{ input: 'wind', date: 'tomorrow', percent: 20 }]);
  assert.equal(answer.status, 200, answer.text);
  const body = JSON.parse(answer.text);
  assert.equal(body.hypothetical, true);
  assert.equal(body.simulated, true);
  assert.equal(body.forecast_id, latest.forecast_id);
  assert.ok(body.fitted_ms > 0);
  assert.deepEqual(
    body.points.map((point: Record<string, unknown>) => ({
      time: point['time'],
      value: point['base_value'],
      p10: point['base_p10'],
      p90: point['base_p90'],
    })),
    latest.points.map(({ time, value, p10, p90 }: Record<string, unknown>) => ({ time, value, p10, p90 })),
  );
  assert.equal(body.days[0].date, DAY);
  assert.ok(body.days[0].change < 0);
  assert.equal(body.days.length, 7);
  const [wind] = body.inputs;
  assert.deepEqual([wind.input, wind.unit], ['wind', 'MW']);
  assert.ok(Math.abs(wind.values[0].supposed / wind.values[0].base - 1.2) < 1e-4);
  const again = JSON.parse((await ask([])).text);
  assert.equal(again.fitted_ms, 0);
  assert.deepEqual(again.inputs, []);
  assert.ok(
    again.points.every((point: { value: number; base_value: number }) => point.value === point.base_value),
  );
});

test('of a run that came since the models are fitted ahead, so that nobody waits for them', async () => {
  await issueAt('2026-03-28T10:41:00Z');
  api.clock.set(Date.parse('2026-03-28T10:42:00Z'));
  whatIfs.renew(api.clock.now());
  const body = JSON.parse((await ask([])).text);
  assert.deepEqual([body.issued_at, body.fitted_ms], ['2026-03-28T10:41:00Z', 0]);
});

test('quarter hours follow', async () => {
  const answer = await ask([{ input: 'load', mw: 300 }], { resolution: 'PT15M' });
  assert.equal(JSON.parse(answer.text).points.length, 4 * (7 * 24 - 1));
});

test('over a connection, whose request is over once its body was read, it is answered too', async () => {
  const server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const reply = await fetch(`${server}/api/v1${PATH}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ shifts: [] }),
  });
  assert.equal(reply.status, 200, await reply.text());
});

test('what cannot be is refused, and says what to send', async () => {
  const refused: [object[], RegExp][] = [
    [[{ input: 'waves', mw: 1 }], /load/],
    [[{ input: 'wind' }], /Send one of mw, percent, eur_mwh and like/],
    [[{ input: 'wind', mw: 1, percent: 1 }], /Send one of/],
    [[{ input: 'gas', mw: 1 }], /eur_mwh or percent/],
    [[{ input: 'wind', eur_mwh: 1 }], /by mw/],
    [[{ input: 'wind', mw: 1, from_period: 5, to_period: 4 }], /to_period must not be before/],
    [[{ input: 'wind', mw: 1, from_period: 26 }], /25/],
    [[{ input: 'wind', mw: 1e9 }], /100000/],
    [[{ input: 'wind', percent: -101 }], /-100/],
    [Array.from({ length: 21 }, () => ({ input: 'wind', mw: 1 })), /20/],
    [[{ input: 'wind', date: '2026-02-30', mw: 1 }], /calendar day/],
    [[{ input: 'wind', date: DAY, to_period: 24, mw: 1 }], /23 hours and no period 24/],
    [[{ input: 'wind', date: DAY, mw: -90_000 }], /Wind would be -/],
  ];
  for (const [shifts, message] of refused) {
    const answer = await ask(shifts);
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, message);
  }
  assert.equal((await ask([{ input: 'wind', mw: 1, hour: 4 }])).status, 400);
  assert.equal((await ask([], { product: 'ida1' })).status, 422);
  const portugal = await ask([], { market_id: 'pt' });
  assert.equal(portugal.status, 404);
  assert.match(portugal.text, /of Spain alone/);
});

test('who may not read forecasts of the product is refused', async () => {
  const scopeless = await api.createKey({ scopes: ['market:read'] });
  assert.equal((await api.send('POST', PATH, scopeless, { shifts: [] })).status, 403);
  const other = await api.createKey({ products: ['es-ida1'] });
  assert.equal((await api.send('POST', PATH, other, { shifts: [] })).status, 403);
  assert.equal((await api.send('POST', PATH, undefined, { shifts: [] })).status, 401);
});

test('where others wait, and where the models are not there in time, a caller is told when to come again', async () => {
  const busy = createWhatIfs({ databaseUrl }, { mostWaiting: 0 });
  const slow = createWhatIfs({ databaseUrl }, { patienceMs: 1 });
  const [{ id: runId }] = await api.db.selectFrom('forecast_run').select('id').execute();
  const request = { runId, resolution: 'PT1H' as const, shifts: [] };
  for (const made of [busy.make(request), slow.make(request)]) {
    await assert.rejects(made, { code: 'unavailable', headers: { 'Retry-After': '5' } });
  }
  await busy.close();
  await slow.close();
});

test('a thread that fails tells those who wait to come again', async () => {
  const nowhere = createWhatIfs({ databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' });
  const request = { runId: '0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de', resolution: 'PT1H' as const, shifts: [] };
  await assert.rejects(nowhere.make(request), { code: 'unavailable' });
  await nowhere.close();
});
