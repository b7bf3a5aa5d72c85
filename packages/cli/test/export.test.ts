import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { storeTestPrices } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { runHere } from './run-in-process.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-export-'));
let server = '';
let key = '';
before(async () => {
  server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  key = await api.createKey();
  await storeTestPrices(api.db, { day: '2025-10-26', availableAt: '2025-10-25T12:00:00Z' });
  await storeTestPrices(api.db, { day: '2026-03-29', availableAt: '2026-03-28T12:00:00Z' });
});
after(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

async function exportTo(name: string, args: string[] = [], address = server) {
  const into = path.join(folder, name);
  const span = ['--from', '2025-10-01', '--to', '2026-03-29', '--folder', into];
  const variables = { LONJA_SERVER: address, LONJA_API_KEY: key };
  return { into, ...(await runHere(['export', 'prices', ...span, ...args], { variables })) };
}

test('years are files that are put in place once their hash is right; a second run keeps them', async () => {
  const first = await exportTo('years');
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /1 of 2: lonja-prices-da-PT1H-2025\.parquet, 25 rows, [\d.]+ kB\n/);
  assert.match(first.stdout, /48 rows in 2 files/);
  const names = ['lonja-prices-da-PT1H-2025.parquet', 'lonja-prices-da-PT1H-2026.parquet', 'manifest.json'];
  assert.deepEqual((await readdir(first.into)).sort(), names);
  const manifest = JSON.parse(await readFile(path.join(first.into, 'manifest.json'), 'utf8'));
  assert.deepEqual([manifest.rows, manifest.parts.length, manifest.parts[0].files.length], [48, 2, 1]);
  const written = (await stat(path.join(first.into, names[0] ?? ''))).mtimeMs;
  // Half a file, as a break would have left it without the other name.
  const second = path.join(first.into, names[1] ?? '');
  const whole = await readFile(second);
  await writeFile(second, whole.subarray(0, whole.length / 2));
  const again = await exportTo('years');
  assert.match(again.stderr, /1 of 2: \S+, 25 rows, already there\n2 of 2: \S+, 23 rows, [\d.]+ kB\n/);
  assert.deepEqual(await readFile(second), whole);
  assert.equal((await stat(path.join(first.into, names[0] ?? ''))).mtimeMs, written);
});

test('compressed CSV has the same rows', async () => {
  const { into, code, stderr } = await exportTo('csv', ['--format', 'csv.gz']);
  assert.equal(code, 0, stderr);
  const text = gunzipSync(await readFile(path.join(into, 'lonja-prices-da-PT1H-2026.csv.gz'))).toString();
  assert.equal(text.trim().split('\r\n').length, 1 + 23);
});

/** Passes requests on, and breaks the connection of the first file after half of its bytes, or changes a byte of each. */
async function startProxy(fault: 'breaks once' | 'changes'): Promise<Server> {
  let hasBroken = false;
  const proxy = createServer((request, response) => {
    void (async () => {
      const { authorization = '' } = request.headers;
      const answer = await fetch(`${server}${request.url ?? ''}`, { headers: { authorization } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isFile = answer.headers.get('content-type') === 'application/vnd.apache.parquet';
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      if (isFile && fault === 'changes') bytes[10] = (bytes[10] ?? 0) ^ 1;
      if (!isFile || fault === 'changes' || hasBroken) return void response.end(bytes);
      hasBroken = true;
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    })();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

test('what breaks off is asked for again, and what is damaged is refused and not put in place', async () => {
  for (const [fault, code] of [
    ['breaks once', 0],
    ['changes', 1],
  ] as const) {
    const proxy = await startProxy(fault);
    const { port } = proxy.address() as AddressInfo;
    const run = await exportTo(fault.replace(' ', '-'), [], `http://127.0.0.1:${port}`);
    proxy.close();
    assert.equal(run.code === 0, code === 0, run.stderr);
    const names = (await readdir(run.into)).sort();
    assert.equal(names.length, code === 0 ? 3 : 0, names.join(' '));
    if (code !== 0) assert.match(run.stderr, /is not the file of the manifest; ask for the manifest again/);
  }
});

test('the service says what is wrong with the inputs, in the words of the command', async () => {
  const { code, stderr } = await exportTo('faults', ['--quantiles', '5']);
  assert.notEqual(code, 0);
  assert.match(stderr, /quantiles/);
  const unknown = await runHere(['export', 'weather'], {});
  assert.match(unknown.stderr, /prices, forecasts, fundamentals, accuracy/);
});
