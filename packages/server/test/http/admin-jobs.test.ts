import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { JobPage, JobRecord, RetriedJobs } from '../../src/operate/admin/admin-jobs-schemas.ts';
import { QUEUE_NAMES } from '../../src/ground/jobs/queue.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

let token = '';
let failed: string[] = [];

before(async () => {
  ({ token } = await api.createSession({ isSuperadmin: true }));
  failed = [
    await api.jobs.fail(
      'issue-forecast',
      'cannot reach postgres://lonja:p4ss@db:5432\n at inside.ts:1',
      'da 1',
    ),
    await api.jobs.fail('issue-forecast', 'out of memory', 'da 1'),
    await api.jobs.fail('load-data', 'HTTP 502', 'load-data'),
  ];
  await api.jobs.send('tidy-up', 'tidy-up');
});

async function read(query = ''): Promise<JobPage> {
  const answer = await api.get(`/admin/jobs${query}`, token);
  assert.equal(answer.status, 200, answer.text);
  return JobPage.parse(answer.body);
}

const retry = (id: string) => api.send('POST', `/admin/jobs/${id}/retry`, token);

test('queues come with their counts, failed jobs newest first and without secrets', async () => {
  const { queues, items, total } = await read();
  const counts = (name: string) => {
    const queue = queues.find((one) => one.name === name);
    return [queue?.waiting, queue?.failed];
  };
  assert.deepEqual(
    [counts('issue-forecast'), counts('load-data'), counts('tidy-up')],
    [
      [0, 2],
      [0, 1],
      [1, 0],
    ],
  );
  assert.equal(queues.length, QUEUE_NAMES.length);
  assert.ok(queues.find(({ name }) => name === 'tidy-up')?.oldest_waiting_at);
  assert.deepEqual([total, items.map(({ id }) => id)], [3, failed.toReversed()]);
  assert.deepEqual(
    [items[2].error, items[2].payload, items[2].attempts],
    ['cannot reach postgres://[hidden]@db:5432', { key: 'da 1' }, 1],
  );
  const page = await read('?queue=issue-forecast&page=2&page_size=1');
  assert.deepEqual([page.total, page.items.map(({ id }) => id)], [2, [failed[0]]]);
  assert.deepEqual((await read('?queue=nothing')).items, []);
});

test('a failed job is queued again once, and one whose work is queued already is not', async () => {
  const answer = await retry(failed[0]);
  assert.equal(JobRecord.parse(answer.body).state, 'retrying');
  const job = (await api.jobs.board.list()).find(({ id }) => id === failed[0]);
  const requestId = answer.headers['x-request-id'];
  assert.deepEqual(job?.payload, { key: 'da 1', requestId }, 'the log of the job names the request');
  assert.deepEqual((await read()).queues.find(({ name }) => name === 'issue-forecast')?.retrying, 1);
  assert.deepEqual(errorOf(await retry(failed[0])), [409, 'conflict']);
  assert.deepEqual(errorOf(await retry(failed[1])), [409, 'conflict']);
  assert.deepEqual(errorOf(await retry('nothing')), [404, 'not_found']);
});

test('all failed jobs are queued again but those whose work is queued already', async () => {
  const all = await api.send('POST', '/admin/jobs/retry-failed', token, {});
  assert.deepEqual(RetriedJobs.parse(all.body), { retried: 1, skipped: 1 });
  const again = await api.send('POST', '/admin/jobs/retry-failed', token, { queue: 'load-data' });
  assert.deepEqual(RetriedJobs.parse(again.body), { retried: 0, skipped: 0 });
});

test('every retry leaves a line in the audit', async () => {
  const entries = await api.db
    .selectFrom('audit_entry')
    .select(['actor_kind', 'target_id', 'details'])
    .where('action', '=', 'job.retried')
    .orderBy('at')
    .orderBy('id')
    .execute();
  assert.deepEqual(entries, [
    { actor_kind: 'operator', target_id: failed[0], details: { queue: 'issue-forecast' } },
    { actor_kind: 'operator', target_id: failed[2], details: { queue: 'load-data' } },
  ]);
});
