import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { freePort } from '../../../test/free-port.ts';
import { startRelay } from '../../../test/relay.ts';
import { type Db, openDatabase } from './database.ts';
import { DatabaseHosts, hostsOf } from './database-hosts.ts';
import { readDatabaseAddress } from './database-address.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { listenTo } from './listen.ts';
import { openSession } from './session.ts';

const parts = new AsyncDisposableStack();
after(() => parts.disposeAsync());

/** A server of its own, behind a relay, whose database says by its name which one it is. */
async function startHost(name: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-host-'));
  await chmod(dataDir, 0o755);
  parts.defer(() => rm(dataDir, { recursive: true }));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  parts.defer(() => server.stop());
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create role ana superuser login password 'secret'`);
  await run(`alter role ana set lonja.host = '${name}'`);
  const { hostname, port } = new URL(server.databaseUrl);
  const relay = await startRelay({ host: hostname, port: Number(port) });
  parts.defer(() => relay.close());
  const set = async (isReadOnly: boolean) =>
    run(`alter role ana set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  return { relay, run, set };
}

const [one, two] = await Promise.all([startHost('one'), startHost('two')]);
let spare = 0;
/** An address of its own for each test, so that none knows what another has found. */
function addressOf(ports = [one.relay.port, two.relay.port], parameters = ''): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return `postgres://ana:secret@${hosts}/lonja?application_name=test-${++spare}${parameters}`;
}

async function whereIs(db: Db): Promise<string> {
  const { rows } = await sql<{ host: string }>`select current_setting('lonja.host') as host`.execute(db);
  return rows[0].host;
}

async function until(isSo: () => Promise<boolean>, ms: number): Promise<number> {
  const began = performance.now();
  while (!(await isSo().catch(() => false))) {
    assert.ok(performance.now() - began < ms, `not within ${ms} ms`);
    await sleep(50);
  }
  return performance.now() - began;
}

test('the first host that takes writes is connected to, by pools, sessions and listeners', async () => {
  const closed = await freePort();
  await one.set(true);
  const url = addressOf([closed, one.relay.port, two.relay.port]);
  const db = openDatabase(url, { maxConnections: 2 });
  assert.equal(await whereIs(db), 'two');
  const session = await openSession(url);
  assert.equal(await whereIs(session.db), 'two');
  await session.close();
  let heard = '';
  const listening = listenTo(url, 'news', (payload = '') => (heard += payload));
  await until(async () => {
    await two.run('select 1');
    await sql`notify news, 'x'`.execute(db);
    return heard.includes('x');
  }, 5000);
  await listening.stop();
  const states = await hostsOf(url)?.states();
  assert.deepEqual(
    states?.map(({ state }) => state),
    ['away', 'read-only', 'writable'],
  );
  await db.destroy();
  await one.set(false);
});

test('any host will do where the address says so, in order', async () => {
  await one.set(true);
  const db = openDatabase(addressOf(undefined, '&target_session_attrs=any'), { maxConnections: 1 });
  assert.equal(await whereIs(db), 'one');
  await db.destroy();
  await one.set(false);
});

test('where none takes writes the first that answers is read from, until one takes them again', async () => {
  await Promise.all([one.set(true), two.set(true)]);
  const db = openDatabase(addressOf(), { maxConnections: 2 });
  assert.equal(await whereIs(db), 'one');
  await assert.rejects(sql`create table news ()`.execute(db), { code: '25006' });
  await two.set(false);
  await until(async () => {
    await sql`create temp table if not exists news ()`.execute(db);
    return (await whereIs(db)) === 'two';
  }, 5000);
  await db.destroy();
  await one.set(false);
});

test('a connection to the host before is given up once another one is served, and told', async () => {
  const url = addressOf();
  const moves: string[] = [];
  hostsOf(url)?.onMove((to, from) => moves.push(`${from} ${to}`));
  const db = openDatabase(url, { maxConnections: 2 });
  assert.equal(await whereIs(db), 'one');
  await one.set(true);
  await one.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ana'`);
  await until(async () => (await whereIs(db)) === 'two', 5000);
  const name = (port: number) => `127.0.0.1:${port}`;
  assert.deepEqual(moves, [`${name(one.relay.port)} ${name(two.relay.port)}`]);
  // The first comes back, and is not gone back to while the second serves.
  await one.set(false);
  for (let i = 0; i < 5; i++) assert.equal(await whereIs(db), 'two');
  await db.destroy();
});

test('a host that is silent is left within 10 s, with what was asked of it', async () => {
  const db = openDatabase(addressOf(), { maxConnections: 2 });
  assert.equal(await whereIs(db), 'one');
  one.relay.swallow({ newOnes: true });
  const hanging = whereIs(db).catch(() => 'failed');
  assert.ok((await until(async () => (await whereIs(db)) === 'two', 10_000)) < 10_000);
  assert.match(await hanging, /two|failed/);
  await db.destroy();
  one.relay.swallow();
});

test('callers that ask at once share one look at the hosts', async () => {
  const hosts = new DatabaseHosts(readDatabaseAddress(addressOf()));
  const chosen = await Promise.all(Array.from({ length: 20 }, () => hosts.choose()));
  assert.equal(new Set(chosen).size, 1);
  assert.equal(chosen[0].port, one.relay.port);
});
