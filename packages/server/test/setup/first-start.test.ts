import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { underLoad } from '../../../../benchmarks/proofs/faults/fault.ts';
import { createKey, findDatabase } from '../../../../benchmarks/proofs/faults/installation.ts';
import { createSeen, runLoad, takeDeliveries } from '../../../../benchmarks/proofs/soak-load.ts';
import { untilForecasts } from '../../../../benchmarks/proofs/until-ready.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import {
  readFirstRun,
  removeData,
  type RunningService,
  startByNpm,
  startSmallService,
} from '../../../../e2e/running-service.ts';

/** After the run of 12:05 in Madrid: none falls due while the tests run, which would be the latest then. */
const [FIRST_START, SECOND_START] = ['2026-10-24T10:20:00Z', '2026-10-24T11:20:00Z'];

const LOAD_MS = 8000;

let dataDir: string;
let service: RunningService;

before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-first-start-'));
  service = await startSmallService(environment(FIRST_START));
});

function environment(clockStart: string): Record<string, string> {
  // Longer than any test: a second signal ends it.
  return {
    DATA_DIR: dataDir,
    SOURCES: 'simulator',
    CLOCK_START: clockStart,
    STOP_NOTICE_S: '600',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
  };
}

after(async () => {
  service.process.kill('SIGTERM');
  await service.stop('SIGTERM');
  await removeData(dataDir);
});

test('the first start keeps its secrets where only the owner reads, and its log names the file and none of them', async () => {
  const firstRun = await readFirstRun(dataDir);
  assert.deepEqual(Object.keys(firstRun), [
    'base_url',
    'admin_email',
    'admin_password',
    'superadmin_email',
    'superadmin_password',
    'api_key',
  ]);
  const { mode } = await stat(path.join(dataDir, 'first-run.json'));
  assert.equal(mode & 0o777, 0o600);
  assert.equal(firstRun['base_url'], service.baseUrl);
  const lines = service.output().trimEnd().split('\n');
  for (const line of lines) assert.doesNotThrow(() => JSON.parse(line), line);
  assert.match(service.output(), /first-run\.json/);
  for (const secret of ['admin_password', 'superadmin_password', 'api_key']) {
    assert.ok(!service.output().includes(firstRun[secret] ?? 'missing'), secret);
  }
  assert.match(service.output(), /SIMULATED/);
});

test('the key from the first start reads a forecast of seven days that says it is simulated', async () => {
  const { api_key: key } = await readFirstRun(dataDir);
  assert.equal((await service.get('/ready')).status, 200);
  const reply = await service.get('/forecasts/latest?market_id=es&product=da', key);
  assert.equal(reply.status, 200);
  const run = JSON.parse(await reply.text());
  assert.ok(run.points.length >= 7 * 24 - 1 && run.points.length <= 7 * 24 + 1);
  assert.equal(run.simulated, true);
});

test('the password from the first start signs in', async () => {
  const firstRun = await readFirstRun(dataDir);
  const reply = await fetch(`${service.baseUrl}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      username: firstRun['admin_email'] ?? '',
      password: firstRun['admin_password'] ?? '',
    }),
  });
  assert.equal(reply.status, 200);
});

test('under load of every kind each request is answered as it should be', async () => {
  const { url } = await findDatabase({ dataDir });
  const firstRun = await readFirstRun(dataDir);
  const user = { email: firstRun['admin_email'] ?? '', password: firstRun['admin_password'] ?? '' };
  const key = await createKey(url, user.email);
  const baseUrl = `${service.baseUrl}/api/v1`;
  await untilForecasts({ baseUrl, key });
  const seen = createSeen();
  const receiver = await startReceiver(takeDeliveries(seen));
  await runLoad(seen, {
    baseUrl,
    key,
    user,
    receiverUrl: receiver.url,
    now: () => Date.parse(FIRST_START),
    signal: AbortSignal.timeout(LOAD_MS),
  });
  await receiver.close();
  assert.deepEqual([...seen.failures], []);
  assert.ok(seen.requests > 0 && seen.sites.size > 0);
});

test('when its database is killed under load nothing that was acknowledged is lost', async () => {
  const database = await findDatabase({ dataDir });
  const key = await createKey(database.url, (await readFirstRun(dataDir))['admin_email'] ?? '');
  const installation = { baseUrl: `${service.baseUrl}/api/v1`, key };
  const promised = await underLoad(installation, { promise: 'killed', backWithinS: 120 }, async () => {
    process.kill(database.pid, 'SIGKILL');
  });
  assert.ok(promised.holds, promised.seen);
});

test('after SIGKILL the service starts again on its database with the same run', async () => {
  const { api_key: key } = await readFirstRun(dataDir);
  const latest = async () => {
    const reply = await service.get('/forecasts/latest?market_id=es&product=da', key);
    const text = await reply.text();
    assert.equal(reply.status, 200, text);
    return JSON.parse(text).forecast_id;
  };
  const before = await latest();
  assert.equal(typeof before, 'string');
  assert.equal(await service.stop('SIGKILL'), null);
  service = await startByNpm(environment(SECOND_START));
  assert.equal(await latest(), before);
});

test('after SIGTERM to npm the service says that it stops while it still serves, and leaves nothing running', async () => {
  const { process: npm, baseUrl } = service;
  const exited = once(npm, 'exit');
  const readiness = () => fetch(`${baseUrl}/api/v1/ready`);
  npm.kill('SIGTERM');
  let reply = await readiness();
  while (reply.ok) {
    await sleep(50);
    reply = await readiness();
  }
  assert.equal(reply.status, 503);
  const { status } = JSON.parse(await reply.text());
  assert.equal(status, 'stopping');
  assert.equal((await fetch(`${baseUrl}/api/v1/health`)).status, 200);
  npm.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null], service.output());
  await assert.rejects(readiness());
  const { cluster } = JSON.parse(await readFile(path.join(dataDir, 'postgres.json'), 'utf8'));
  assert.ok(!existsSync(path.resolve(dataDir, cluster, 'postmaster.pid')));
  assert.match(service.output(), /"msg":"stopping"[^]*"msg":"stopped"/);
});
