import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';
import { sentenceOrNull } from '../../src/ground/reasons/reasons.ts';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { getSourceStatus } from '../../src/market/sources/get-source-status.ts';
import { omieAnswer } from './answers.ts';
import { createOmieService } from './omie-service.ts';

const DAY = '2026-03-31';
const EMPTY = 'MARGINALPIBC;\r\n*\r\n';
const IDA1 = 'marginalpibc_2026033101';
/** The results of the first intraday auction come at 15:30 Madrid. */
const EXPECTED = Date.parse('2026-03-30T13:30:00Z');

let service: Awaited<ReturnType<typeof createOmieService>>;
beforeEach(async () => {
  service = await createOmieService('2026-03-30T13:30:00Z', 'price.ida1');
});
afterEach(() => service.drop());

const lineOf = () => service.lineOf('price.ida1', DAY);
const showEmpty = () => {
  service.state.show = (name, usual) => (name === `${IDA1}.1` ? EMPTY : usual);
};

test('an auction that was published without prices is no gap, and is looked at as a published one is', async () => {
  showEmpty();
  await service.follow();
  const line = await lineOf();
  assert.deepEqual(
    [line?.state, line?.publishedAt, line?.reason, line?.nextAttemptAt],
    ['no_result', EXPECTED, undefined, EXPECTED + HOUR_MS],
  );
  assert.equal(await service.pricesOf('price.ida1', DAY), undefined);
  const asked: number[] = [];
  for (let due = await lineOf(); due?.nextAttemptAt !== undefined; due = await lineOf()) {
    service.clock.set(due.nextAttemptAt);
    asked.push((service.clock.now() - EXPECTED) / HOUR_MS);
    assert.equal((await service.ask(DAY)).withoutResult, 1);
  }
  assert.deepEqual(asked, [1, 6, 24, 3 * 24, 7 * 24, 14 * 24, 30 * 24]);
  assert.equal((await lineOf())?.state, 'no_result');
});

test('it is reported as present: no incident, the newest day, and a backfill does not request it', async () => {
  showEmpty();
  await service.follow();
  service.clock.set(EXPECTED + 5 * HOUR_MS);
  const { incidents, sources } = await getSourceStatus(service.db, service.clock.now());
  assert.deepEqual(
    incidents.filter(({ publication }) => publication === 'price.ida1'),
    [],
  );
  const ida1 = sources[0].publications.find(({ name }) => name === 'price.ida1');
  assert.deepEqual([ida1?.latest_day, ida1?.state, ida1?.lateness_s], [DAY, 'on_time', 0]);
  const request = { source: 'omie', publication: 'price.ida1', from: DAY, to: DAY };
  const [report] = await backfill(service.context, request);
  assert.deepEqual([report.known, report.withoutResult, report.failure], [1, 0, undefined]);
});

test('a later revision with prices makes the day complete, and they are known from then on', async () => {
  showEmpty();
  await service.ask(DAY);
  const withPrices = omieAnswer(new URL(`http://omie/?filename=${IDA1}.1`));
  service.state.show = (name, usual) =>
    name === `${IDA1}.1` ? EMPTY : name === `${IDA1}.2` ? withPrices : usual;
  service.clock.set(EXPECTED + HOUR_MS);
  await service.ask(DAY);
  const line = await lineOf();
  const now = service.clock.now();
  assert.deepEqual(
    [line?.state, line?.publishedAt, line?.corrections, line?.correctedAt],
    ['complete', EXPECTED, 1, now],
  );
  assert.equal(await service.pricesOf('price.ida1', DAY, now - 1), undefined);
  assert.equal((await service.pricesOf('price.ida1', DAY, now))?.length, 96);
});

test('prices that were there stay when the source shows an empty file afterwards', async () => {
  await service.ask(DAY);
  const before = await service.pricesOf('price.ida1', DAY);
  assert.equal((await lineOf())?.state, 'complete');
  showEmpty();
  service.clock.set(EXPECTED + HOUR_MS);
  await service.ask(DAY);
  const line = await lineOf();
  assert.deepEqual([line?.state, line?.corrections], ['complete', 0]);
  assert.deepEqual(await service.pricesOf('price.ida1', DAY), before);
});

test('an empty file ahead of the usual instant is not taken for the result', async () => {
  showEmpty();
  service.clock.set(EXPECTED - 2 * MINUTE_MS);
  await service.ask(DAY);
  const early = await lineOf();
  assert.equal(early?.state, 'waiting');
  assert.match(String(sentenceOrNull(early?.reason)), /published without prices ahead of its usual instant/);
  service.state.show = (_, usual) => usual;
  service.clock.set(EXPECTED);
  await service.ask(DAY);
  assert.equal((await lineOf())?.state, 'complete');
  assert.equal((await service.pricesOf('price.ida1', DAY, EXPECTED))?.length, 96);
});

test('one that comes late is published when it was seen, and a damaged revision above it is asked for again soon', async () => {
  service.state.show = (name, usual) => (name.startsWith(IDA1) ? undefined : usual);
  await service.ask(DAY);
  service.state.show = (name, usual) =>
    name === `${IDA1}.1` ? EMPTY : name === `${IDA1}.2` ? 'MARGINALPIBC;\r\n2026;03;31;1;' : usual;
  service.clock.set(EXPECTED + 2 * MINUTE_MS);
  await service.ask(DAY);
  const line = await lineOf();
  const now = service.clock.now();
  assert.deepEqual(
    [line?.state, line?.publishedAt, line?.nextAttemptAt],
    ['no_result', now, now + 15 * MINUTE_MS],
  );
  assert.match(
    String(sentenceOrNull(line?.reason)),
    /^marginalpibc_2026033101\.2, line 2: .*; marginalpibc_2026033101\.1 is used$/,
  );
  const warned = () =>
    service.state.logged.filter(({ reason }) => reason === sentenceOrNull(line?.reason)).length;
  assert.equal(warned(), 1);
  service.clock.set(now + 15 * MINUTE_MS);
  await service.ask(DAY);
  assert.equal(warned(), 1, 'the same damage is logged once');
});

test('a backfill over history counts days without a result as such', async () => {
  service.state.show = (name, usual) => (/_202603(02|04)01\.1$/.test(name) ? EMPTY : usual);
  const request = { source: 'omie', publication: 'price.ida1', from: '2026-03-01', to: '2026-03-05' };
  const [report] = await backfill(service.context, request);
  assert.deepEqual([report.complete, report.withoutResult, report.missing], [3, 2, 0]);
  const line = await service.lineOf('price.ida1', '2026-03-04');
  assert.deepEqual(
    [line?.state, line?.publishedAt, line?.nextAttemptAt],
    ['no_result', line?.expectedAt, Number(line?.expectedAt) + 30 * DAY_MS],
  );
  const [again] = await backfill(service.context, request);
  assert.equal(again.known, 5);
});
