import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/operate/config/config.ts';
import { createDoctorContext } from '../../src/start/context.ts';
import type { Check } from '../../src/operate/doctor/check.ts';
import { checkDatabase } from '../../src/operate/doctor/check-database.ts';
import { checkQueues } from '../../src/operate/doctor/check-queues.ts';
import { checkConnections } from '../../src/operate/doctor/check-service.ts';
import { createTestDatabase } from '../database.ts';
import { hasPgbouncer, startPgbouncer } from '../pgbouncer.ts';
import { createTestJobs } from '../test-jobs.ts';

const { db, url, drop } = await createTestDatabase();
const jobs = createTestJobs(url);
after(async () => {
  await jobs.stop();
  await drop();
});

/** What is found of the database at some address. */
async function examineAt(variables: Record<string, string>): Promise<Check[]> {
  const opened = await createDoctorContext(readConfig(variables)).openDatabase();
  assert.ok(opened !== undefined);
  try {
    return await checkDatabase(opened, { isServed: true });
  } finally {
    await opened.close();
  }
}

const namesOf = (checks: Check[]) => checks.map(({ name, verdict }) => [name, verdict]);
const inOrder = [
  ['database', 'ok'],
  ['schema', 'ok'],
];

test('a database that takes no writes is a fault, for as long as that lasts', async () => {
  assert.deepEqual(namesOf(await examineAt({ DATABASE_URL: url })), inOrder);
  const name = new URL(url).pathname.slice(1);
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(db);
  const [found, ...others] = await examineAt({ DATABASE_URL: url });
  assert.equal(found.verdict, 'fault');
  assert.match(found.text, /^it takes no writes/);
  assert.match(found.remedy ?? '', /make room on its disk, or name the primary in DATABASE_URL/);
  assert.deepEqual(namesOf(others), inOrder);
  await sql.raw(`alter database ${name} reset default_transaction_read_only`).execute(db);
  assert.deepEqual(namesOf(await examineAt({ DATABASE_URL: url })), inOrder);
});

const withPooler = { skip: !hasPgbouncer() && 'pgbouncer is not here' };
test('a pooler by transaction is warned of where no address leads past it', withPooler, async () => {
  const pooler = await startPgbouncer(url);
  const [found, ...others] = await examineAt({ DATABASE_URL: pooler.url });
  assert.equal(found.name, 'connection pooler');
  assert.equal(found.verdict, 'warning');
  assert.match(found.remedy ?? '', /^set DATABASE_DIRECT_URL to the server itself/);
  assert.deepEqual(namesOf(others), inOrder);
  assert.deepEqual(namesOf(await examineAt({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url })), inOrder);
  await pooler.stop();
});

test('jobs that wait for more than a minute are warned of, unless one of their queue is carried out', async () => {
  assert.deepEqual(await checkQueues(db), [], 'no service has set its queues up');
  await jobs.send('tidy-up', 'a');
  assert.deepEqual(namesOf(await checkQueues(db)), [['queues', 'ok']]);
  await sql`update pgboss.job set created_on = now() - interval '90 s', start_after = now() - interval '90 s'`.execute(
    db,
  );
  const [found] = await checkQueues(db);
  assert.equal(found.verdict, 'warning');
  assert.match(found.text, /^jobs wait that no worker takes: tidy-up for 9\d s$/);
  await jobs.send('tidy-up', 'b');
  await sql`update pgboss.job set state = 'active' where singleton_key = 'b'`.execute(db);
  assert.deepEqual(namesOf(await checkQueues(db)), [['queues', 'ok']]);
});

test('what the service says of its connections and queues becomes a check of each', () => {
  const service = {
    address: 'http://127.0.0.1:8080',
    version: '1.0.0',
    isReady: true,
    failed: [],
    lostConnections: 0,
    notPolled: [],
    now: undefined,
  };
  assert.deepEqual(checkConnections(undefined), []);
  assert.deepEqual(namesOf(checkConnections(service)), [['connections', 'ok']]);
  const [lost, stuck] = checkConnections({
    ...service,
    lostConnections: 3,
    notPolled: ['tidy-up', 'backfill'],
  });
  assert.equal(lost.verdict, 'warning');
  assert.match(lost.text, /gave up 3 in the last hour/);
  assert.equal(stuck.verdict, 'fault');
  assert.match(stuck.text, /for a minute: tidy-up, backfill$/);
});
