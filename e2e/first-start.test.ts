import assert from 'node:assert/strict';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readFirstRun, removeData, type RunningService, startService } from './running-service.ts';

/** After the run of 12:05 in Madrid: none falls due while the tests run, which would be the latest then. */
const [FIRST_START, SECOND_START] = ['2026-10-24T10:20:00Z', '2026-10-24T11:20:00Z'];

let dataDir: string;
let service: RunningService;

before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-first-start-'));
  service = await startAt(FIRST_START);
});

function startAt(clockStart: string): Promise<RunningService> {
  return startService({ DATA_DIR: dataDir, SOURCES: 'simulator', CLOCK_START: clockStart });
}

after(async () => {
  if (service.process.exitCode === null) await service.stop('SIGTERM');
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
  service = await startAt(SECOND_START);
  assert.equal(await latest(), before);
});

test('SIGTERM ends the service in order', async () => {
  assert.equal(await service.stop('SIGTERM'), 0);
});
