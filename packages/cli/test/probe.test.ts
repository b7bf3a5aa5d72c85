import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../server/test/database.ts';
import { createDatabaseLine } from '../../server/test/database-line.ts';
import { publishTestRun } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { openDatabase } from '../../server/src/ground/database/database.ts';
import { runAsOperator } from './run-in-process.ts';

const own = await createTestDatabase();
const line = await createDatabaseLine(new URL(own.url));
const throughLine = openDatabase(line.url, { maxConnections: 4 });
const api = await createTestApi('2026-03-30T10:15:00Z', {
  database: { ...own, db: throughLine, url: line.url },
});
let server = '';
let key = '';
before(async () => {
  server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  key = await api.createKey();
  const run = { firstDay: '2026-03-30', days: 8, scheduledFor: '2026-03-30T10:05:00Z' };
  await publishTestRun(own.db, { ...run, issuedAt: '2026-03-30T10:05:10Z' });
});
after(async () => {
  await api.app.close();
  await throughLine.destroy();
  await line.cut();
  await own.drop();
});

async function probe(args: string[] = [], variables: Record<string, string> = {}) {
  return runAsOperator({}, ['probe', ...args], {
    variables: { LONJA_SERVER: server, LONJA_API_KEY: key, ...variables },
    columns: 200,
  });
}

async function stepsOf(args: string[] = [], variables?: Record<string, string>) {
  const { code, stdout } = await probe(['--json', ...args], variables);
  const { verdict, steps }: { verdict: string; steps: { name: string; verdict: string; text: string }[] } =
    JSON.parse(stdout);
  return {
    code,
    verdict,
    found: steps.map((step) => `${step.name} ${step.verdict}`),
    last: steps.at(-1)?.text,
  };
}

test('a probe goes through connection, key, limit, database and forecast, a line with its time for each', async () => {
  const { code, stdout, stderr } = await probe();
  assert.deepEqual([code, stderr], [0, '']);
  const lines = stdout.trimEnd().split('\n');
  assert.match(lines[0] ?? '', /^ok +connection +\d+ ms: Lonja \S+ at http:\/\/127\.0\.0\.1:\d+$/);
  assert.match(lines[1] ?? '', /^ok +key +\d+ ms: accepted, sees es, pt$/);
  assert.match(lines[2] ?? '', /^ok +limit +0 ms: \d+ of \d+ requests left in this minute$/);
  assert.match(lines[3] ?? '', /^ok +database +\d+ ms: read, \d+ events$/);
  assert.match(
    lines[4] ?? '',
    /^ok +forecast +\d+ ms: da of 2026-03-30T10:05:10Z, 192 points, 179 of them to come$/,
  );
  assert.equal(lines.at(-1), '5 checks: all is well.');
});

test('a key that is refused and a service that is not there end it, with exit code 8', async () => {
  const refused = await stepsOf([], { LONJA_API_KEY: `${key.slice(0, -1)}!` });
  assert.deepEqual(refused.found, ['connection ok', 'key fault']);
  assert.deepEqual([refused.code, refused.verdict], [8, 'fault']);
  assert.match(refused.last ?? '', /^401 invalid_token: The key in LONJA_API_KEY is not valid/);
  const absent = await stepsOf(['--server', 'http://127.0.0.1:9']);
  assert.deepEqual([absent.code, absent.found], [8, ['connection fault']]);
  assert.match(absent.last ?? '', /^network_error: http:\/\/127\.0\.0\.1:9 could not be reached/);
});

test('a limit that is nearly used up and a slow answer are warnings, with exit code 7', async () => {
  const few = await api.createKey({ requestsPerMinute: 60 });
  const asked = Array.from({ length: 55 }, async () => api.get('/markets', few));
  assert.ok((await Promise.all(asked)).every(({ status }) => status === 200));
  const limited = await stepsOf([], { LONJA_API_KEY: few });
  assert.deepEqual(limited.found, ['connection ok', 'key ok', 'limit warning', 'database ok', 'forecast ok']);
  assert.equal(limited.code, 7);
  const slow = await stepsOf(['--slow', '0.0001']);
  assert.deepEqual([slow.code, slow.found[0]], [7, 'connection warning']);
  for (const wrong of [
    ['--timeout', '0'],
    ['--timeout', '61'],
    ['--slow', 'fast'],
  ]) {
    assert.equal((await probe(wrong)).code, 2, wrong.join(' '));
  }
});

test('a product without a run is a fault, a run that is late a warning', async () => {
  const none = await stepsOf(['--product', 'ida1']);
  assert.deepEqual([none.code, none.found.at(-1)], [8, 'forecast fault']);
  assert.match(none.last ?? '', /^404 not_found: /);
  // 20 minutes after the run of 13:30 in Madrid, on the first day of summer time's second day.
  api.clock.advance(95 * 60_000);
  const late = await stepsOf();
  assert.deepEqual([late.code, late.found.at(-1)], [7, 'forecast warning']);
  assert.match(late.last ?? '', /the run of 2026-03-30T11:30:00\.000Z is not there$/);
});

test('without the database the step that needs it says so', async () => {
  await line.cut();
  try {
    const away = await stepsOf(['--timeout', '20']);
    assert.equal(away.code, 8);
    assert.deepEqual(away.found[0], 'connection ok');
    assert.match(away.found.at(-1) ?? '', /^(key|database) fault$/);
    assert.match(away.last ?? '', /^503 unavailable: /);
  } finally {
    await line.restore();
  }
});
