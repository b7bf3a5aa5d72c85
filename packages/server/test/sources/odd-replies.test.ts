import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { dayRange, dayStart } from '@lonja/forecasting/market';
import { sentenceOrNull } from '../../src/ground/reasons/reasons.ts';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { ingestDays } from '../../src/market/ingest/ingest-days.ts';
import { releaseHeldBack } from '../../src/market/quarantine/rules.ts';
import { listHeldBack } from '../../src/market/publications/held-back.ts';
import { readSeries } from '../../src/market/observations/observations.ts';
import { findPublications } from '../../src/market/publications/publications.ts';
import { createTestDatabase } from '../database.ts';
import { createTestContext, testSources } from '../test-context.ts';

/** Replies that the sources' own rules allow and that were once misread; they lie beside the project's folder. */
const cases = new URL('../../../../../shared/cases/', import.meta.url);
const skip = existsSync(cases) ? false : 'needs the replies in ../shared/cases';

const database = skip === false ? await createTestDatabase() : undefined;
after(() => database?.drop());

/** Loads days of a source that answers everything with one file; gives what came of them. */
async function load(
  file: string,
  {
    source,
    publication,
    from,
    to = from,
  }: { source: string; publication: string; from: string; to?: string },
) {
  assert.ok(database);
  const { db } = database;
  const body = readFileSync(new URL(file, cases), 'utf8');
  const context = {
    ...createTestContext(db, '2025-12-01T12:00:00Z'),
    liveSources: testSources(async () => new Response(body), { tokens: { esios: 'x', entsoe: 'x' } }),
  };
  const [{ complete, quarantined }] = await backfill(context, { source, publication, from, to });
  const span = { from: dayStart(from), to: dayStart(to) + 86_400_000 };
  const known = { keys: [publication], dataOrigin: 'market', ...span, asOf: Infinity } as const;
  const series = (await readSeries(db, known)).get(publication) ?? [];
  const lines = await findPublications(db, { source, name: publication, from, to });
  return {
    complete,
    quarantined,
    series: series.map(({ resolution, start }) => [resolution, start.length]),
    first: series[0]?.value[0],
    reasons: dayRange(from, to).map((day) => sentenceOrNull(lines.get(day)?.reason) ?? undefined),
  };
}

test('a day of 96 equal prices is held back with its reason, and nothing is stored', { skip }, async () => {
  const request = { source: 'entsoe', publication: 'price.da', from: '2025-11-05' };
  assert.deepEqual(await load('entsoe-all-zero-day/reply.xml', request), {
    complete: 0,
    quarantined: 1,
    series: [],
    first: undefined,
    reasons: ['price.da is 0 in all 96 periods, unlike any real day'],
  });
});

test('a day that was held back and comes again, each price twice, is stored once', { skip }, async () => {
  const request = { source: 'entsoe', publication: 'price.da', from: '2025-11-05' };
  assert.deepEqual(await load('entsoe-same-series-twice/reply.xml', request), {
    complete: 1,
    quarantined: 0,
    series: [['PT15M', 96]],
    first: 60,
    reasons: [undefined],
  });
});

test('days before and after the change to quarter hours come in one reply of ESIOS', { skip }, async () => {
  const request = { source: 'esios', publication: 'price.da', from: '2025-09-29', to: '2025-10-02' };
  const { complete, quarantined, series } = await load('esios-resolution-switch/reply.json', request);
  assert.deepEqual([complete, quarantined], [4, 0]);
  assert.deepEqual(series, [
    ['PT15M', 192],
    ['PT1H', 48],
  ]);
});

test('a day of REData that lacks one value of 288 is stored, and the ledger says so', { skip }, async () => {
  const request = { source: 'redata', publication: 'load.actual', from: '2025-11-05' };
  const { complete, series, reasons } = await load('redata-one-gap/reply.json', request);
  assert.deepEqual([complete, series], [1, [['PT1H', 24]]]);
  assert.deepEqual(reasons, ['1 of 288 values of load.actual missing']);
});

test(
  'a flat day that somebody has released is not held back when it is looked at again',
  { skip },
  async (t) => {
    const { db, drop } = await createTestDatabase();
    t.after(drop);
    const day = '2025-11-05';
    const body = readFileSync(new URL('entsoe-all-zero-day/reply.xml', cases), 'utf8');
    const context = {
      ...createTestContext(db, '2025-12-01T12:00:00Z'),
      liveSources: testSources(async () => new Response(body), { tokens: { entsoe: 'x' } }),
    };
    const source = context.liveSources.get('entsoe');
    const publication = source?.publications.find(({ name }) => name === 'price.da');
    assert.ok(source !== undefined && publication !== undefined);
    const look = () => ingestDays(context, source, publication, { from: day, to: day });
    assert.equal((await look()).quarantined, 1);
    const { items } = await listHeldBack(db, {
      source: 'entsoe',
      includesDecided: false,
      offset: 0,
      limit: 1,
    });
    await releaseHeldBack(context, { id: items[0].id, reason: 'the market has confirmed it', by: undefined });
    const again = await look();
    assert.deepEqual([again.complete, again.corrected, again.quarantined], [1, 0, 0]);
    const lines = await findPublications(db, { source: 'entsoe', name: 'price.da', from: day, to: day });
    assert.deepEqual([lines.get(day)?.state, lines.get(day)?.reason], ['complete', undefined]);
  },
);
