import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findRecord } from './record.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-embedded-'));
await chmod(dataDir, 0o755);
after(() => rm(dataDir, { recursive: true }));

const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');

async function start(onProgress?: (message: string) => void): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, durable: false, ...(onProgress && { onProgress }) });
}

async function serverPid(): Promise<number> {
  return Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
}

async function query(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows[0];
  } finally {
    await client.end();
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await condition()) return;
    await sleep(20);
  }
  assert.fail('what was waited for did not happen');
}

test('two starters at once share one server, which the last to stop stops', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  assert.equal(first.databaseUrl, second.databaseUrl);
  await first.stop();
  assert.deepEqual(await query(second.databaseUrl, 'select 1 as one'), { one: 1 });
  await second.stop();
  await assert.rejects(query(second.databaseUrl, 'select 1'));
  await assert.rejects(stat(pidFile));
});

test('the password is private and the server listens on this machine only, in UTC and UTF-8', async () => {
  assert.equal((await stat(path.join(dataDir, 'postgres.json'))).mode & 0o777, 0o600);
  const server = await start();
  const settings = await query(
    server.databaseUrl,
    `select current_setting('listen_addresses') as listens, current_setting('timezone') as zone,
       current_setting('server_encoding') as encoding, current_setting('password_encryption') as passwords`,
  );
  await server.stop();
  assert.deepEqual(settings, {
    listens: '127.0.0.1',
    zone: 'UTC',
    encoding: 'UTF8',
    passwords: 'scram-sha-256',
  });
});

test('a server that was killed is started again while in use', async () => {
  const messages: string[] = [];
  const server = await start((message) => messages.push(message));
  const killed = await serverPid();
  process.kill(killed, 'SIGKILL');
  await until(() => query(server.databaseUrl, 'select 1').then(Boolean, () => false));
  assert.notEqual(await serverPid(), killed);
  await until(async () => messages.length > 0);
  await server.stop();
});

test('a server left over by a process that died is used as it is', async () => {
  const server = await start();
  const pid = await serverPid();
  const second = await start();
  assert.deepEqual([second.startedHere, await serverPid()], [false, pid]);
  await second.stop();
  await server.stop();
});

test('a process number that now belongs to another program does not stand for a server', async () => {
  await writeFile(pidFile, `${process.pid}\n${dataDir}/postgres\n0\n1\n\n127.0.0.1\n\nready\n`);
  const server = await start();
  assert.equal(server.startedHere, true);
  await server.stop();
});

test('a port that another program took is left to it', async () => {
  const record = await findRecord(dataDir);
  const other = createServer().listen(record?.port, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const server = await start();
  assert.notEqual(new URL(server.databaseUrl).port, String(record?.port));
  assert.deepEqual(await query(server.databaseUrl, 'select 1 as one'), { one: 1 });
  await server.stop();
  other.close();
});
