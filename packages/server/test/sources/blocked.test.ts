import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '@lonja/forecasting/market';
import { sentenceOf, sentenceOrNull } from '../../src/ground/reasons/reasons.ts';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { getSourceStatus } from '../../src/market/sources/get-source-status.ts';
import { listSourceStatus } from '../../src/market/publications/source-status.ts';
import { createOmieService } from './omie-service.ts';

const START = '2026-03-30T11:00:00Z';
const ERROR_LEVEL = 50;

let service: Awaited<ReturnType<typeof createOmieService>>;
beforeEach(async () => {
  service = await createOmieService(START);
});
afterEach(() => service.drop());

const page = () => new Response('<!DOCTYPE html><html><body>Access denied</body></html>', { status: 200 });
const forbidden = () => new Response('', { status: 403 });

for (const [what, answer, message] of [
  ['403', forbidden, /OMIE answered 403 for marginalpi?[bd]+c_\d+\.1; it asks for no token/],
  [
    'a web page with status 200',
    page,
    /OMIE answered 200 with a web page in place of marginalpi?[bd]+c_\d+\.1;/,
  ],
] as const) {
  test(`a source that answers ${what} is failing at once, in ledger, status and log, and nothing is "not published"`, async () => {
    service.state.show = answer;
    await service.follow();
    assert.ok(service.state.asked.length <= 2, String(service.state.asked));
    const [status] = await listSourceStatus(service.db);
    assert.ok(status.refused);
    const [{ code }] = status.lastFailure ?? [{ code: 'other' }];
    assert.match(code, /^answered(_with_page)?$/);
    assert.match(String(sentenceOrNull(status.lastFailure)), message);
    const { state, sources, incidents } = await getSourceStatus(service.db, service.clock.now());
    assert.deepEqual([state, sources[0].state], ['degraded', 'failing']);
    assert.ok(incidents.every(({ reason }) => reason === undefined || message.test(sentenceOf(reason))));
    const errors = service.state.logged.filter(({ level }) => level >= ERROR_LEVEL);
    assert.ok(errors.length > 0 && errors.every(({ reason }) => message.test(String(reason))));
    const lines = await service.db.selectFrom('publication').select('reason').execute();
    assert.ok(lines.every(({ reason }) => reason === null || message.test(reason)));
  });
}

test('a blocked source is asked ever more rarely, also by a service that is started again and again', async () => {
  service.state.show = forbidden;
  const start = service.clock.now();
  for (let minutes = 0; minutes < 12 * 60; minutes += 5) {
    service.clock.set(start + minutes * MINUTE_MS);
    service.restart();
    await service.follow();
  }
  // A start knows of the refusal by the ledger; two requests of a source may be under way when it refuses.
  assert.ok(service.state.asked.length <= 2 * 8, String(service.state.asked.length));
});

test('a day that stayed unanswered for weeks is not given up, and is loaded when the block ends', async () => {
  const day = '2026-03-31';
  service.state.show = forbidden;
  for (const days of [0, 20, 40]) {
    service.clock.set(Date.parse(START) + days * DAY_MS);
    const { failed, refused, missing } = await service.ask(day);
    assert.deepEqual([failed, refused, missing], [1, true, 0]);
  }
  const line = await service.lineOf('price.da', day);
  assert.deepEqual([line?.state, line?.nextAttemptAt], ['waiting', service.clock.now() + DAY_MS]);
  service.state.show = (_, usual) => usual;
  service.clock.advance(DAY_MS);
  assert.equal((await service.ask(day)).complete, 1);
  const [{ refused, failures_in_row: failuresInRow }] = await listSourceStatus(service.db);
  assert.deepEqual([refused, failuresInRow], [false, 0]);
});

test('prices that came out while requests to a source were paused are known from the next request on', async () => {
  const [day, usual] = ['2026-03-31', Date.parse(START)];
  const at = (minutes: number) => usual + minutes * MINUTE_MS;
  service.state.show = forbidden;
  for (const minutes of [-20, -15, -5]) {
    service.clock.set(at(minutes));
    await service.ask('2026-03-30');
  }
  service.state.show = (_, shown) => shown;
  for (const minutes of [0, 5, 10, 15]) {
    service.clock.set(at(minutes));
    await service.follow();
  }
  const line = await service.lineOf('price.da', day);
  assert.deepEqual([line?.state, line?.publishedAt, line?.attempts], ['complete', at(15), 1]);
  assert.equal(await service.pricesOf('price.da', day, at(15) - 1), undefined);
  assert.equal((await service.pricesOf('price.da', day, at(15)))?.length, 96);
});

test('a backfill stops at a refusal, says what was not requested, and leaves the ledger of the rest as it was', async () => {
  service.state.show = forbidden;
  const span = { from: '2026-02-01', to: '2026-02-20' };
  const reports = await backfill(service.context, { source: 'omie', ...span });
  assert.ok(service.state.asked.length <= 2, String(service.state.asked));
  const [first, ...others] = reports;
  assert.match(String(sentenceOrNull(first.failure)), /OMIE answered 403/);
  assert.deepEqual([first.refused, first.missing, first.complete], [true, 0, 0]);
  assert.equal(first.failed + first.unasked, 20);
  assert.equal(others.length, 3);
  assert.ok(others.every(({ refused, unasked }) => refused && unasked === 20));
  const { count } = await service.db
    .selectFrom('publication')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), first.failed);
  service.restart();
  service.state.show = (_, usual) => usual;
  const mended = await backfill(service.context, { source: 'omie', publication: 'price.da', ...span });
  assert.deepEqual([mended[0].complete, mended[0].failure], [20, undefined]);
});

test('a backfill of a source that does not answer ends too, after a few requests', async () => {
  service.state.show = () => new Response('', { status: 503 });
  const request = { source: 'omie', publication: 'price.da', from: '2026-01-01', to: '2026-03-01' };
  const [report] = await backfill(service.context, request);
  assert.deepEqual([report.refused, report.missing], [false, 0]);
  assert.ok(report.failed <= 4 && report.unasked >= 56, JSON.stringify(report));
  assert.match(String(sentenceOrNull(report.failure)), /OMIE answered 503|requests are paused until/);
});
