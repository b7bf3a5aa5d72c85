import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../database.ts';
import { hasPgbouncer, startPgbouncer } from '../pgbouncer.ts';

const PROGRAM = fileURLToPath(new URL('../small-service.ts', import.meta.url));
const { url, drop } = await createTestDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-roles-'));
const secrets = {
  SESSION_SECRET: randomBytes(32).toString('base64url'),
  SEALING_KEYS: randomBytes(32).toString('base64url'),
};
/** Through a connection pooler where there is one. */
const pooler = hasPgbouncer() ? await startPgbouncer(url) : undefined;
const running: ChildProcess[] = [];
after(async () => {
  for (const child of running) await stop(child);
  await pooler?.stop();
  await drop();
  await rm(dataDir, { recursive: true });
});

/** Starts a process of an installation, and gives it with its address once it listens. */
async function start(environment: Record<string, string>): Promise<{ child: ChildProcess; baseUrl: string }> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      DATABASE_URL: pooler?.url ?? url,
      DATABASE_DIRECT_URL: url,
      DATA_DIR: dataDir,
      SOURCES: 'simulator',
      SIMULATED_PAST_DAYS: '0',
      CLOCK_START: '2026-10-24T10:20:00Z',
      PORT: '0',
      STOP_NOTICE_S: '0',
      ...secrets,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  let output = '';
  const listens = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Server listening at (http:[^"]+)"/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
  return { child, baseUrl: await listens };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

test('without shared secrets a process on a database of others says what to do and ends', async () => {
  const empty = path.join(dataDir, 'empty');
  await assert.rejects(
    start({ DATA_DIR: empty, SEALING_KEYS: '', SESSION_SECRET: '' }),
    /SESSION_SECRET and SEALING_KEYS must be set too/,
  );
});

test('with another sealing key than the process that was first a start says so and ends', async () => {
  const first = await start({ ROLE: 'api' });
  await stop(first.child);
  await assert.rejects(
    start({ ROLE: 'worker', SEALING_KEYS: randomBytes(32).toString('base64url') }),
    /None of the sealing keys \(SEALING_KEYS, .*SEALING_KEYS_LOST=true/,
  );
});

const between = pooler === undefined ? 'no connection pooler (pgbouncer is not here)' : 'a connection pooler';
test(`with ${between} between, one process answers, another forecasts, and what was there is served when it is gone`, async () => {
  // The replica is the same database over connections that refuse to write.
  const api = await start({ ROLE: 'api', DATABASE_REPLICA_URL: url });
  const at = (process: { baseUrl: string }, route: string, headers = {}) =>
    fetch(`${process.baseUrl}/api/v1${route}`, { headers });
  assert.equal((await at(api, '/ready')).status, 503);
  const worker = await start({ ROLE: 'worker' });
  while (!(await at(worker, '/ready')).ok) await sleep(100);
  assert.equal((await at(api, '/ready')).status, 200);
  assert.equal((await at(worker, '/markets')).status, 404);
  const { api_key: key } = JSON.parse(await readFile(path.join(dataDir, 'first-run.json'), 'utf8'));
  const headers = { authorization: `Bearer ${key}` };
  await stop(worker.child);
  for (const route of [
    '/markets',
    '/forecasts/latest?market_id=es&product=da',
    '/forecasts/day-ahead?date=2026-10-25',
    '/forecasts/runs',
    '/market/prices?date_from=2026-10-20&date_to=2026-10-22',
    '/market/fundamentals?date=2026-10-23',
    '/metrics/model-performance?date_from=2026-10-01&date_to=2026-10-20',
    '/statistics/prices?date_from=2026-10-01&date_to=2026-10-20',
    '/integrations/evcc',
    '/dashboard/summary',
    '/support/status',
    '/portfolio/sites',
    '/webhooks',
  ]) {
    const reply = await at(api, route, headers);
    assert.equal(reply.status, 200, `${route}: ${await reply.text()}`);
  }
});
