import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Relay, startRelay } from '../../../test/relay.ts';
import { watchQueues } from './queue-watch.ts';
import { type JobHandlers, type JobQueue, startQueue } from './queue.ts';

const LONGEST_MS = 3000;

let database: TestDatabase;
let relay: Relay;
let queue: JobQueue;
let blocker: pg.Client;
const logged: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
const ran: string[] = [];

async function until(isSo: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'in time');
    await sleep(50);
  }
}

before(async () => {
  database = await createTestDatabase();
  blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  const url = new URL(database.url);
  relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  const nothing = async () => undefined;
  const handlers: JobHandlers = {
    'issue-forecast': nothing,
    'complete-calibration': nothing,
    'calibrate-days': nothing,
    'backtest-runs': nothing,
    'issue-past': nothing,
    'run-shadows': nothing,
    'forecast-fundamentals': nothing,
    'review-models': nothing,
    'load-data': nothing,
    'load-history': nothing,
    backfill: nothing,
    'follow-sources': nothing,
    'tidy-up': async () => void ran.push('tidy-up'),
  };
  queue = await startQueue(url.href, () => handlers, {
    logger,
    lookForLostS: 1,
    longestPollMs: LONGEST_MS,
  });
});
after(async () => {
  // One that a failed test has left would keep the queue from ending.
  await blocker.end();
  await queue.stop();
  await relay.close();
  await database.drop();
});

test('a job that is queued while the connections of the queue are lost is begun over new ones', async () => {
  await until(() => queue.connections().waiting === 0 && queue.connections().idle > 0);
  relay.swallow();
  await until(async () => queue.send('tidy-up', 'one', {}).catch(() => false));
  await until(() => ran.length === 1);
  await until(() => queue.connections().lost > 0);
  await until(() => queue.polls().every(({ ageMs }) => ageMs < LONGEST_MS));
});

test('a queue that is not asked for jobs is told, its connections are replaced, and it goes on', async () => {
  await until(() => queue.notPolled().length === 0);
  await blocker.query('begin; lock table pgboss.job in access exclusive mode');
  await until(() => queue.notPolled().includes('issue-forecast'));
  assert.equal(await queue.isHealthy(), false);
  const told = logged.find(({ msg }) => String(msg).startsWith('queues were not asked for jobs'));
  assert.equal(told?.['level'], pino.levels.values['error']);
  await blocker.query('rollback');
  await until(() => queue.notPolled().length === 0);
  assert.equal(await queue.isHealthy(), true);
  assert.ok(logged.some(({ msg }) => msg === 'the queues are asked again'));
});

test('an outage of the database is no fault of the queue, and the time after it counts anew', async () => {
  let canWrite = false;
  let replaced = 0;
  const watch = watchQueues(
    {
      polls: () => [{ name: 'issue-forecast', ageMs: 600_000 }],
      canWriteAnew: async () => canWrite,
      replaceConnections: () => replaced++,
      logger: pino({ level: 'silent' }),
    },
    { longestMs: 300, everyMs: 10 },
  );
  await sleep(400);
  assert.deepEqual(watch.stuck(), []);
  canWrite = true;
  await sleep(150);
  assert.deepEqual(watch.stuck(), []);
  await until(() => watch.stuck().length === 1);
  assert.equal(replaced, 1);
  watch.stop();
});
