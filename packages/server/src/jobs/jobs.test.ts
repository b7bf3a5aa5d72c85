import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/test-context.ts';
import { loadData } from '../services/data/load-data.ts';
import { issueForecast } from '../services/forecasts/issue-forecast.ts';
import { type JobPayloads, type JobQueue, startQueue } from './queue.ts';
import { queueDueForecasts } from './scheduler.ts';

const NOW = '2026-03-28T11:05:00Z';
const SCHEDULED_FOR = Date.parse(NOW);

let database: TestDatabase;
let queue: JobQueue;
const jobs = new EventEmitter();
const issued: JobPayloads['issue-forecast'][] = [];
const completed: JobPayloads['complete-calibration'][] = [];

before(async () => {
  database = await createTestDatabase();
  const context = createTestContext(database.db, NOW);
  await loadData(context);
  const handlers = {
    'load-data': async () => {
      jobs.emit('load-data');
    },
    'forget-events': async () => undefined,
    'issue-forecast': async (payload: JobPayloads['issue-forecast']) => {
      issued.push(payload);
      const run = { scheduledFor: payload.scheduledFor, firstDay: payload.firstDay };
      await issueForecast(context, { product: 'da', run, dataOrigin: 'simulator' });
      jobs.emit('issue-forecast');
    },
    'complete-calibration': async (payload: JobPayloads['complete-calibration']) => {
      completed.push(payload);
      jobs.emit('complete-calibration');
    },
  };
  queue = await startQueue(database.url, handlers, context.logger);
});

after(async () => {
  await queue.stop();
  await database.drop();
});

test('a run that is due is issued by a worker, once, however often the scheduler looks', async () => {
  const context = createTestContext(database.db, NOW);
  const calibrated = new Map([['da' as const, SCHEDULED_FOR]]);
  const finished = once(jobs, 'issue-forecast');
  const look = () => queueDueForecasts(context, queue, calibrated);
  await Promise.all([look(), look()]);
  await finished;
  await look();
  assert.deepEqual(issued, [{ product: 'da', scheduledFor: SCHEDULED_FOR, firstDay: '2026-03-29' }]);
  const runs = await database.db.selectFrom('forecast_run').select('scheduled_for').execute();
  assert.deepEqual(
    runs.map((run) => run.scheduled_for.getTime()),
    [SCHEDULED_FOR],
  );
});

test('after a run its calibration is completed, once for each process', async () => {
  const context = createTestContext(database.db, NOW);
  const calibrated = new Map();
  const finished = once(jobs, 'complete-calibration');
  await queueDueForecasts(context, queue, calibrated);
  await finished;
  await queueDueForecasts(context, queue, calibrated);
  assert.deepEqual(completed, [{ product: 'da', scheduledFor: SCHEDULED_FOR, firstDay: '2026-03-29' }]);
});

test('the queue runs the data job and says that it is healthy', async () => {
  const finished = once(jobs, 'load-data');
  await queue.send('load-data', 'load-data', {});
  await finished;
  assert.equal(await queue.isHealthy(), true);
});
