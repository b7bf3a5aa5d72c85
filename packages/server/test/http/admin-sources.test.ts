import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod';
import { otherReason, reason } from '../../src/ground/reasons/reasons.ts';
import { BackfillRecord, SourcePage } from '../../src/operate/admin/admin-sources-schemas.ts';
import { createSimulatorSource } from '../../src/market/connectors/simulator/source.ts';
import type { Source } from '../../src/market/connectors/source.ts';
import { queueOpenBackfills } from '../../src/start/scheduler.ts';
import { runBackfill } from '../../src/market/ingest/backfill.ts';
import { listStoredDays } from '../../src/market/observations/observation-spans.ts';
import { quarantineDay } from '../../src/market/publications/quarantined-days.ts';
import { recordSourceAnswer } from '../../src/market/publications/source-status.ts';
import { createTestContext } from '../test-context.ts';
import { createTestApi, errorOf } from './test-api.ts';

const NOW = '2026-03-30T10:05:00Z';
const api = await createTestApi(NOW);
after(() => api.close());

const context = createTestContext(api.db, NOW);
let token = '';

before(async () => {
  ({ token } = await api.createSession({ isSuperadmin: true }));
});

async function start(source: string, body: object): Promise<BackfillRecord> {
  const answer = await api.send('POST', `/admin/sources/${source}/backfill`, token, body);
  assert.equal(answer.status, 202, answer.text);
  return BackfillRecord.parse(answer.body);
}

async function read({ source, id }: { source: string; id: string }): Promise<BackfillRecord> {
  const answer = await api.get(`/admin/sources/${source}/backfills/${id}`, token);
  return BackfillRecord.parse(answer.body);
}

async function simulatedDays(): Promise<string[]> {
  const feed = { series: 'price.da', source: 'simulator', from: 0, to: Date.parse('2100-01-01') };
  return listStoredDays(api.db, feed);
}

suite('the sources', () => {
  test('are all there, whether they can be asked or not, with what was held back', async () => {
    const now = Date.parse(NOW);
    const answered = reason('answered', { source: 'REData', status: 502, what: 'load.actual' });
    for (let i = 0; i < 3; i++) {
      await recordSourceAnswer(api.db, { source: 'redata', now, failure: [answered] });
    }
    await quarantineDay(api.db, {
      source: 'omie',
      name: 'price.da',
      day: '2026-03-30',
      reason: otherReason('23 of 24 hours'),
      payload: {},
      now,
    });
    // As a row of before there were codes.
    await api.db.updateTable('quarantined_day').set({ reason_codes: null }).execute();
    const { items, total } = SourcePage.parse((await api.get('/admin/sources', token)).body);
    assert.deepEqual(
      items.map(({ source, state, can_be_asked }) => [source, state, can_be_asked]),
      [
        ['omie', 'idle', true],
        ['redata', 'failing', true],
        ['open-meteo', 'idle', true],
        ['esios', 'idle', false],
        ['entsoe', 'idle', false],
        ['energy-charts', 'idle', true],
        ['simulator', 'idle', true],
      ],
    );
    assert.equal(total, 7);
    const { failures_in_row, last_failure, last_failure_codes } = items[1];
    assert.deepEqual([failures_in_row, last_failure], [3, 'REData answered 502 for load.actual.']);
    assert.deepEqual(last_failure_codes, [answered]);
    const codes = [{ code: 'other', parts: { detail: '23 of 24 hours' } }];
    assert.equal(items[0].quarantined_days, 1);
    assert.deepEqual(items[0].quarantined, [
      {
        publication: 'price.da',
        day: '2026-03-30',
        reason: '23 of 24 hours',
        reason_codes: codes,
        recorded_at: NOW,
      },
    ]);
    const second = SourcePage.parse((await api.get('/admin/sources?page=2&page_size=4', token)).body);
    assert.deepEqual(
      second.items.map(({ source }) => source),
      ['entsoe', 'energy-charts', 'simulator'],
    );
  });
});

suite('a backfill', () => {
  test('is queued by the scheduler, loads the days and reports its progress', async () => {
    const begun = await start('simulator', { from: '2026-03-01', to: '2026-03-05', publication: 'price.da' });
    assert.deepEqual([begun.state, begun.progress, begun.started_at], ['waiting', [], null]);
    const sent: unknown[] = [];
    const queue = { send: async (...job: unknown[]) => sent.push(job) > 0 };
    await queueOpenBackfills(api, queue);
    const { requestId } = z.object({ requestId: z.uuid() }).parse(sent.flat().at(-1));
    assert.deepEqual(sent, [['backfill', begun.id, { backfillId: begun.id }, { requestId }]]);

    await runBackfill(context, begun.id);
    const { state, progress, attempts, finished_at } = await read(begun);
    assert.deepEqual([state, attempts, finished_at], ['done', 1, NOW]);
    assert.deepEqual(progress, [
      {
        publication: 'price.da',
        days: 5,
        settled: 5,
        complete: 5,
        quarantined: 0,
        missing: 0,
        failure: null,
        failure_codes: [],
      },
    ]);
    assert.equal((await simulatedDays()).length, 5);
    await queueOpenBackfills(api, queue);
    assert.equal(sent.length, 1, 'what is done is not queued again');
  });

  test('that was interrupted goes on where it stopped', async () => {
    const begun = await start('omie', { from: '2026-02-01', to: '2026-02-05' });
    const stop = new AbortController();
    const asked: string[] = [];
    const simulator = createSimulatorSource();
    const omie: Source = {
      ...simulator,
      name: 'omie',
      publications: simulator.publications
        .filter(({ name }) => name === 'price.da')
        .map((publication) => ({ ...publication, daysPerRequest: 1 })),
      fetch(publication, span) {
        asked.push(span.from);
        if (asked.length === 2) stop.abort();
        return simulator.fetch(publication, span);
      },
    };
    const withOmie = { ...context, liveSources: new Map([['omie' as const, omie]]) };
    await assert.rejects(runBackfill(withOmie, begun.id, stop.signal), /abort/i);
    const between = await read(begun);
    assert.deepEqual([between.state, between.finished_at], ['running', null]);
    assert.deepEqual(
      between.progress.map(({ days, settled, complete }) => [days, settled, complete]),
      [[5, 2, null]],
    );
    await runBackfill(withOmie, begun.id);
    const done = await read(begun);
    assert.deepEqual([done.state, done.attempts, done.progress[0].complete], ['done', 2, 5]);
    assert.deepEqual(asked, ['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05']);
  });

  test('that cannot be run ends with its reason and is not tried for ever', async () => {
    const begun = await start('redata', { from: '2026-03-01', to: '2026-03-01' });
    await runBackfill({ ...context, liveSources: new Map() }, begun.id);
    const failed = await read(begun);
    assert.equal(failed.state, 'failed');
    assert.match(failed.failure ?? '', /no source "redata"/);
    await runBackfill(context, begun.id);
    assert.equal((await read(begun)).attempts, 1);
  });

  test('is refused for unknown sources and publications, missing tokens and impossible spans', async () => {
    const span = { from: '2026-03-01', to: '2026-03-02' };
    for (const [source, body, status, error] of [
      ['nordpool', span, 404, 'not_found'],
      ['omie', { ...span, publication: 'weather' }, 404, 'not_found'],
      ['esios', span, 409, 'conflict'],
      ['omie', { from: '2026-03-02', to: '2026-03-01' }, 400, 'invalid_request'],
      ['omie', { from: '2010-01-01', to: '2026-03-01' }, 400, 'invalid_request'],
      ['omie', { from: '2026-02-30', to: '2026-03-01' }, 400, 'invalid_request'],
      ['omie', { ...span, days: 3 }, 400, 'unknown_parameter'],
      ['omie', { ...span, publication: '' }, 422, 'validation_error'],
    ] as const) {
      const answer = await api.send('POST', `/admin/sources/${source}/backfill`, token, body);
      assert.deepEqual(errorOf(answer), [status, error], `${source} ${answer.text}`);
    }
    const begun = await start('omie', span);
    const elsewhere = await api.get(`/admin/sources/redata/backfills/${begun.id}`, token);
    assert.deepEqual(errorOf(elsewhere), [404, 'not_found']);
  });

  test('leaves a line in the audit', async () => {
    const entries = await api.db
      .selectFrom('audit_entry')
      .select(['actor_kind', 'details'])
      .where('action', '=', 'backfill.started')
      .orderBy('at')
      .orderBy('id')
      .execute();
    assert.equal(entries.length, 4);
    assert.deepEqual(entries[0], {
      actor_kind: 'operator',
      details: { source: 'simulator', publication: 'price.da', from: '2026-03-01', to: '2026-03-05' },
    });
  });
});
