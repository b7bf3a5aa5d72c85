import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  type FileHandle,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { hasCluster } from './has-cluster.ts';
import { readSystemIdentifier } from './identity.ts';
import { takeKernelLock } from './claim.ts';
import { takeLease } from './lease.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/** Faults of data folders: two containers on one, copies, a lost cluster, a port that another program took. */

const root = await mkdtemp(path.join(tmpdir(), 'lonja-folder-'));
await chmod(root, 0o755);
after(() => rm(root, { recursive: true }));
const dataDir = path.join(root, 'data');
const runs = promisify(execFile);

function start(folder = dataDir, more: { patienceMs?: number; onFault?: (message: string) => void } = {}) {
  return startEmbeddedPostgres({ dataDir: folder, durable: false, ...more });
}

async function copyFolder(name: string): Promise<string> {
  const copy = path.join(root, name);
  await runs('cp', ['-a', dataDir, copy]);
  return copy;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function readRecord(folder = dataDir): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path.join(folder, 'postgres.json'), 'utf8'));
}

async function changeRecord(folder: string, change: Record<string, unknown>): Promise<void> {
  const record = { ...(await readRecord(folder)), ...change };
  await writeFile(path.join(folder, 'postgres.json'), JSON.stringify(record));
}

/** Kills the server, as often as it comes back, until the lock that it held is ours; that keeps it away. */
async function takeFromServer(): Promise<{ handle: FileHandle }> {
  for (;;) {
    const text = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
    const lock = await takeKernelLock(path.join(dataDir, 'postgres.lock'));
    if (lock.state !== 'held') return lock;
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

test('a copy of a running folder is refused, a copy of a stopped one is a database of its own', async () => {
  const original = await start();
  await query(original.databaseUrl, 'create table kept as select 1 as one');
  const torn = await copyFolder('torn');
  await assert.rejects(start(torn), /was copied from \S+\/data while its database was running/);
  await original.stop();
  const copy = await start(await copyFolder('copy'));
  const again = await start();
  assert.notEqual(new URL(copy.databaseUrl).port, new URL(again.databaseUrl).port);
  await query(copy.databaseUrl, 'insert into kept values (2)');
  assert.deepEqual(await query(again.databaseUrl, 'select one from kept'), [{ one: 1 }]);
  const systemIdentifier = await readSystemIdentifier(again.folder);
  const identity = { systemIdentifier, dir: again.folder };
  await assert.rejects(
    takeLease(copy.adminUrl, identity, () => {}),
    /the server of another database answers/,
  );
  await copy.stop();
  await again.stop();
});

test('a copy on the database of the original is refused until that is copied too; a moved folder is not', async () => {
  const apart = path.join(root, 'apart');
  await mkdir(apart);
  const folder = await copyFolder('outside');
  await rename(path.join(folder, 'postgres'), path.join(apart, 'moved'));
  await changeRecord(folder, { cluster: path.join(apart, 'moved') });
  const original = await start(folder);
  await runs('cp', ['-a', folder, `${folder}-copy`]);
  await assert.rejects(
    start(`${folder}-copy`),
    /is a copy of \S+outside, but its database is still that of the original/,
  );
  await original.stop();
  await runs('cp', ['-a', path.join(apart, 'moved'), path.join(apart, 'copy')]);
  await changeRecord(`${folder}-copy`, { cluster: path.join(apart, 'copy') });
  await (await start(`${folder}-copy`)).stop();
  await rename(folder, `${folder}-moved`);
  await (await start(`${folder}-moved`)).stop();
});

test('a folder whose database is missing, or is another one, is refused, and nothing is made', async () => {
  const lost = await copyFolder('lost');
  await rename(path.join(lost, 'postgres'), path.join(root, 'elsewhere'));
  await assert.rejects(start(lost), /is missing: there is none in \S+lost\/postgres/);
  await assert.rejects(hasCluster(lost), /is missing/);
  assert.deepEqual((await readdir(lost)).toSorted(), ['postgres.json', 'postgres.lock']);
  await rename(path.join(root, 'elsewhere'), path.join(lost, 'postgres'));
  await changeRecord(lost, { system_identifier: '1' });
  await assert.rejects(start(lost), /is not the one of the data folder/);
});

test('a lost server whose port another program took is tried again, and never asked for at another one', async () => {
  const faults: string[] = [];
  const server = await start(dataDir, { onFault: (message) => faults.push(message) });
  const port = Number(new URL(server.databaseUrl).port);
  const lock = await takeFromServer();
  const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await once(other, 'listening');
  await lock.handle.close();
  await until(() => faults.filter((fault) => /another program listens on port/.test(fault)).length > 1);
  assert.match(faults.join('\n'), /next attempt in 1 s: .*\n.*next attempt in 2 s/);
  other.close();
  await until(() => query(server.databaseUrl, 'select 1').then(Boolean, () => false));
  await server.stop();
});

const inNamespace = ['--pid', '--fork', '--mount-proc', '--kill-child'];
const hasNamespaces = spawnSync('unshare', [...inNamespace, 'true']).status === 0;
const withNamespaces = {
  skip: hasNamespaces ? false : 'this process may not make process namespaces (unshare)',
};

/** Starts the database in a process namespace of its own, as in another container, and says so. */
function startInNamespace(): ChildProcess & { said(): string } {
  const module = path.join(import.meta.dirname, 'start-embedded-postgres.ts');
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const dataDir = ${JSON.stringify(dataDir)};
    const report = (message) => console.log(message);
    await startEmbeddedPostgres({ dataDir, durable: false, patienceMs: 0, onProgress: report });
    console.log('it runs');
    setInterval(() => {}, 1000);`;
  const node = [process.execPath, '--input-type=module', '-e', script];
  const child = spawn('unshare', [...inNamespace, ...node], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  return Object.assign(child, { said: () => said });
}

test(
  'a second container on a folder in use is refused, and the server of the first lives',
  withNamespaces,
  async () => {
    const server = await start();
    const second = startInNamespace();
    await once(second, 'close');
    assert.match(second.said(), /is in use on the host or in the container .* stop what runs there/);
    assert.deepEqual(await query(server.databaseUrl, 'select 1 as one'), [{ one: 1 }]);
    await server.stop();
  },
);

test('a container that was killed leaves the folder to the next one at once', withNamespaces, async () => {
  const first = startInNamespace();
  await until(() => first.said().includes('it runs') || first.exitCode !== null);
  await assert.rejects(start(dataDir, { patienceMs: 0 }), /is in use/, first.said());
  first.kill('SIGKILL');
  await once(first, 'close');
  const second = startInNamespace();
  await until(() => second.said().includes('it runs') || second.exitCode !== null);
  assert.equal(second.said(), 'it runs\n');
  second.kill('SIGKILL');
  await once(second, 'close');
  const server = await start();
  assert.deepEqual(await query(server.databaseUrl, 'select one from kept'), [{ one: 1 }]);
  await server.stop();
});
