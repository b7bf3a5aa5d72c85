import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { createTestApi, type TestApi } from './test-api.ts';

const SCRIPT = `console.log('${'lonja '.repeat(400)}');`;
const PAGE = '<!doctype html><title>Lonja</title>';
const html = { accept: 'text/html,application/xhtml+xml' };

let folder: string | undefined;
let parent = '';
let api: TestApi;

before(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'lonja-application-'));
  await writeFile(path.join(parent, 'outside.txt'), 'not for readers');
  const built = path.join(parent, 'built');
  await mkdir(path.join(built, 'assets'), { recursive: true });
  await writeFile(path.join(built, 'index.html'), PAGE);
  await writeFile(path.join(built, 'assets/index-Ab12.js'), SCRIPT);
  await writeFile(path.join(built, 'assets/index-Ab12.js.br'), brotliCompressSync(SCRIPT));
  folder = built;
  api = await createTestApi('2026-03-30T10:30:00Z', { application: () => folder });
});

after(async () => {
  await api.close();
  await rm(parent, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

test('the page comes without inline script or style and is asked for anew each time', async () => {
  const reply = await get('/', html);
  assert.equal(reply.statusCode, 200);
  assert.equal(reply.body, PAGE);
  const policy = String(reply.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.equal(reply.headers['cache-control'], 'no-cache');
});

test('the root answers a browser with the page, and everybody else with links, whatever they accept', async () => {
  const others = [undefined, '', '*/*', 'application/json', 'text/plain', 'image/png', 'nonsense'];
  for (const accept of others) {
    const reply = await get('/?from=probe', accept === undefined ? {} : { accept });
    assert.equal(reply.statusCode, 200, accept);
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8');
    const { service: _service, version: _version, ...links } = reply.json<Record<string, string>>();
    for (const url of Object.values(links)) assert.ok(api.app.hasRoute({ method: 'GET', url }), url);
    assert.match(String(reply.headers['vary']), /accept/i);
  }
  assert.match(String((await get('/', html)).headers['vary']), /accept/i);
  for (const headers of [{}, html]) {
    const head = await api.app.inject({ method: 'HEAD', url: '/', headers });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
  }
});

test('files whose name holds a hash are kept for good and come as they were compressed', async () => {
  const plain = await get('/assets/index-Ab12.js');
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.body, SCRIPT);
  const compressed = await get('/assets/index-Ab12.js', { 'accept-encoding': 'br' });
  assert.equal(compressed.headers['content-encoding'], 'br');
  assert.deepEqual(compressed.rawPayload, brotliCompressSync(SCRIPT));
});

test('an address of the application is its page, for requests that accept a page', async () => {
  assert.equal((await get('/overview?product=ida1', html)).body, PAGE);
  assert.equal((await get('/overview')).statusCode, 404);
  assert.equal((await get('/assets/index-Old9.js', html)).statusCode, 404);
});

test('what the API does not have stays a 404 of the API', async () => {
  for (const url of ['/api/v1/nothing', '/api/v2/markets', '/api/']) {
    const reply = await get(url, html);
    assert.equal(reply.statusCode, 404, url);
    assert.equal(reply.json().error, 'not_found', url);
  }
  const wrongMethod = await get('/api/v1/auth/token', html);
  assert.deepEqual([wrongMethod.statusCode, wrongMethod.headers['allow']], [405, 'POST, OPTIONS']);
});

test('nothing outside the folder is served or shown', async () => {
  for (const url of [
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/assets/../../outside.txt',
    '/..%2foutside.txt',
  ]) {
    const reply = await get(url);
    assert.equal(reply.statusCode, 404, url);
    assert.doesNotMatch(reply.body, /not for readers/);
  }
});

test('while it is being built a reader gets a page that reloads itself, and a program is asked to wait', async () => {
  const built = folder;
  folder = undefined;
  try {
    const page = await get('/overview', html);
    assert.equal(page.statusCode, 503);
    assert.match(page.body, /http-equiv="refresh"/);
    assert.equal((await get('/', html)).statusCode, 503);
    assert.equal((await get('/')).statusCode, 200);
    const script = await get('/assets/index-Ab12.js');
    assert.equal(script.statusCode, 503);
    assert.equal(script.json().error, 'unavailable');
    assert.equal(script.headers['retry-after'], '3');
  } finally {
    folder = built;
  }
});
