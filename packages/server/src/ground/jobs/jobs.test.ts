import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, before, test } from 'node:test';
import { AUCTIONS, PRODUCTS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestContext } from '../../../test/test-context.ts';
import { loadData } from '../../forecasts/preparation/load-data.ts';
import { issueRun } from '../../forecasts/issue/issue-run.ts';
import { type JobPayloads, type JobQueue, startQueue } from './queue.ts';
import { queueDueForecasts } from '../../start/scheduler.ts';

const NOW = '2026-03-28T11:05:00Z';
const SCHEDULED_FOR = Date.parse(NOW);

let database: TestDatabase;
let queue: JobQueue;
const jobs = new EventEmitter();
const logged: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
const issued: JobPayloads['issue-forecast'][] = [];
const completed: JobPayloads['complete-calibration'][] = [];
let completing: Promise<void> = Promise.resolve();
let published = 0;

before(async () => {
  database = await createTestDatabase();
  const context = createTestContext(database.db, NOW);
  await loadData(context);
  const handlers = {
    'follow-sources': async () => {},
    'load-data': async () => {
      jobs.emit('load-data');
    },
    'tidy-up': async () => undefined,
    'review-models': async () => undefined,
    'backtest-runs': async () => undefined,
    'issue-past': async () => undefined,
    'run-shadows': async () => undefined,
    backfill: async () => undefined,
    'load-history': async () => undefined,
    'forecast-fundamentals': async () => undefined,
    'calibrate-days': async () => undefined,
    'issue-forecast': async (payload: JobPayloads['issue-forecast']) => {
      issued.push(payload);
      const run = { scheduledFor: payload.scheduledFor, firstDay: payload.firstDay };
      const product = PRODUCTS.find((name) => name === payload.product);
      assert.ok(product);
      await issueRun(context, { product, run, dataOrigin: 'simulator' });
      published++;
      if (published === AUCTIONS.length) jobs.emit('all of Spain');
      if (published === PRODUCTS.length) jobs.emit('all of Portugal');
    },
    'complete-calibration': async (payload: JobPayloads['complete-calibration']) => {
      if (payload.product !== 'da') return;
      completed.push(payload);
      jobs.emit('complete-calibration');
      await completing;
    },
  };
  queue = await startQueue(database.url, () => handlers, { logger, lookForLostS: 1 });
});

after(async () => {
  await queue.stop();
  await database.drop();
});

test('the run of every product that is due is issued by a worker, once, however often the scheduler runs', async () => {
  const context = createTestContext(database.db, NOW);
  const followedUp = new Map([['complete-calibration da', SCHEDULED_FOR]]);
  const finished = once(jobs, 'all of Spain');
  const look = () => queueDueForecasts(context, queue, followedUp);
  await Promise.all([look(), look()]);
  await finished;
  const followed = once(jobs, 'all of Portugal');
  await Promise.all([look(), look()]);
  await followed;
  await look();
  const ofSpain = [
    { product: 'da', scheduledFor: SCHEDULED_FOR, firstDay: '2026-03-29' },
    { product: 'ida1', scheduledFor: Date.parse('2026-03-27T13:30:00Z'), firstDay: '2026-03-28' },
    { product: 'ida2', scheduledFor: Date.parse('2026-03-27T20:30:00Z'), firstDay: '2026-03-28' },
    { product: 'ida3', scheduledFor: Date.parse('2026-03-28T08:30:00Z'), firstDay: '2026-03-28' },
  ];
  const due = [...ofSpain, ...ofSpain.map((run) => ({ ...run, product: `pt-${run.product}` }))];
  const byProduct = (a: { product: string }, b: { product: string }) => a.product.localeCompare(b.product);
  assert.deepEqual(issued.toSorted(byProduct), due);
  const runs = await database.db.selectFrom('forecast_run').select('scheduled_for').execute();
  assert.deepEqual(
    runs.map((run) => run.scheduled_for.getTime()).toSorted((a, b) => a - b),
    due.map((run) => run.scheduledFor).toSorted((a, b) => a - b),
  );
});

test('after a run its calibration is completed, once for each process, and by one at a time', async () => {
  const context = createTestContext(database.db, NOW);
  const [ours, others] = [new Map<string, number>(), new Map<string, number>()];
  const [job, key] = ['complete-calibration', 'complete-calibration da'] as const;
  const asked = { product: 'da', scheduledFor: SCHEDULED_FOR, firstDay: '2026-03-29' };
  const end = Promise.withResolvers<void>();
  completing = end.promise;
  const begun = once(jobs, job);
  await queueDueForecasts(context, queue, ours);
  await begun;
  await queueDueForecasts(context, queue, ours);
  await queueDueForecasts(context, queue, others);
  assert.deepEqual([ours.get(key), others.get(key)], [SCHEDULED_FOR, undefined]);
  assert.deepEqual(completed, [asked]);
  completing = Promise.resolve();
  const again = once(jobs, job);
  end.resolve();
  while (!others.has(key)) await queueDueForecasts(context, queue, others);
  await again;
  assert.deepEqual(completed, [asked, asked]);
});

test('the queue runs the data job, whose log names the request that asked for it, and says that it is healthy', async () => {
  const finished = once(jobs, 'load-data');
  await queue.send('load-data', 'load-data', {}, { requestId: 'c0ffee' });
  await finished;
  const line = logged.find(({ msg }) => msg === 'job started');
  assert.deepEqual([line?.['job'], line?.['reqId'], line?.['payload']], ['load-data', 'c0ffee', {}]);
  assert.equal(await queue.isHealthy(), true);
});

test('a job whose process has crashed is taken over by another', async () => {
  const crashed = new PgBoss({ connectionString: database.url, supervise: false, schedule: false });
  crashed.on('error', () => {});
  await crashed.start();
  const job = { product: 'da', scheduledFor: SCHEDULED_FOR, firstDay: '2026-03-29' };
  const [began, taken] = [completed.length, once(jobs, 'complete-calibration')];
  const id = await crashed.send('complete-calibration', job, {
    singletonKey: 'crash',
    startAfter: 3600,
    retryDelay: 0,
  });
  assert.ok(id !== null);
  // As a process leaves it that has begun the job and was then killed.
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
    where id = ${id}`.execute(database.db);
  await crashed.stop({ graceful: false });
  await taken;
  assert.deepEqual(completed.slice(began), [job]);
});
