import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Relay, startRelay } from '../../../test/relay.ts';
import { copyRows } from './copy-rows.ts';
import { databaseOn, type Db, openPool } from './database.ts';
import { isDatabaseUnreachable } from './database-fault.ts';
import { listenTo } from './listen.ts';

const QUICK_MS = 400;
const PATIENT_MS = 60_000;

let database: TestDatabase;
let relay: Relay;
let lost: number[];
let quick: Db;
let patient: Db;

before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

beforeEach(async () => {
  const url = new URL(database.url);
  relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  lost = [];
  const pool = openPool(url.href, { maxConnections: 3, onLost: (count) => lost.push(count) });
  quick = databaseOn(pool, { answerMs: QUICK_MS });
  patient = databaseOn(pool, { answerMs: PATIENT_MS });
});
afterEach(async () => {
  await quick.destroy();
  await relay.close();
});

const one = (db: Db) => sql`select 1 as one`.execute(db).then(({ rows }) => rows);

test('a statement on a connection that is lost fails as on a broken one, and the next one is answered', async () => {
  await one(quick);
  relay.swallow();
  await assert.rejects(one(quick), isDatabaseUnreachable);
  assert.deepEqual(await one(quick), [{ one: 1 }]);
  assert.deepEqual(lost, [1]);
});

test('so does one within a transaction, whose connection is not lent again', async () => {
  const transaction = quick.transaction().execute(async (tx) => {
    await one(tx);
    relay.swallow();
    await one(tx);
  });
  await assert.rejects(transaction, isDatabaseUnreachable);
  assert.deepEqual(await one(quick), [{ one: 1 }]);
});

test('with a connection whose short statement is silent the others that have been silent for as long are given up', async () => {
  await Promise.all([one(patient), one(patient), one(patient)]);
  relay.swallow();
  const waiting = [one(patient), copyRows(patient, sql`select 1`), one(quick)];
  const answers = await Promise.allSettled(waiting);
  assert.deepEqual(
    answers.map((answer) => answer.status === 'rejected' && isDatabaseUnreachable(answer.reason)),
    [true, true, true],
  );
  assert.deepEqual(lost, [3]);
  assert.deepEqual(await Promise.all([one(patient), one(quick)]), [[{ one: 1 }], [{ one: 1 }]]);
});

test('a connection that was lost while it was idle is replaced before a statement goes out on it', async () => {
  const url = new URL(database.url);
  url.port = String(relay.port);
  const db = databaseOn(
    openPool(url.href, { maxConnections: 2, idleMs: 50, onLost: (count) => lost.push(count) }),
    { answerMs: PATIENT_MS },
  );
  await Promise.all([one(db), one(db)]);
  await sleep(60);
  relay.swallow();
  assert.deepEqual(await one(db), [{ one: 1 }]);
  assert.deepEqual(lost, [1]);
  await db.destroy();
});

test('a long statement of a patient caller is waited for', async () => {
  const { rows } = await sql`select pg_sleep(${(3 * QUICK_MS) / 1000})::text as slept`.execute(patient);
  assert.deepEqual(rows, [{ slept: '' }]);
  assert.deepEqual(lost, []);
});

test('where new connections do not answer either all of them are waited for', async () => {
  await one(quick);
  relay.swallow({ newOnes: true });
  const asked = one(quick);
  const first = await Promise.race([asked.then(String, String), sleep(3 * QUICK_MS, 'still waiting')]);
  assert.equal(first, 'still waiting');
  assert.deepEqual(lost, []);
  const ended = assert.rejects(asked, isDatabaseUnreachable);
  await relay.close();
  await ended;
});

test('who listens for notifications hears them again over a new connection', async () => {
  const url = new URL(database.url);
  url.port = String(relay.port);
  const heard: (string | undefined)[] = [];
  const listening = listenTo(url.href, 'relay_test', (payload) => heard.push(payload), {
    askEveryMs: 100,
    answerMs: 200,
  });
  const until = async (isThere: () => boolean) => {
    for (let i = 0; i < 200 && !isThere(); i++) await sleep(25);
    assert.ok(isThere());
  };
  await until(() => heard.length === 1);
  relay.swallow();
  await until(() => heard.length === 2);
  await sql`select pg_notify('relay_test', 'again')`.execute(database.db);
  await until(() => heard.length === 3);
  assert.deepEqual(heard, [undefined, undefined, 'again']);
  await listening.stop();
});
