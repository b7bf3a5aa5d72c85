import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fastify } from 'fastify';
import { findDocuments } from '../../src/ground/documents/documents.ts';
import { documentPages } from '../../src/start/document-pages.ts';

const folder = findDocuments();
assert.ok(folder !== undefined);
const app = fastify();
await app.register(documentPages, { folder, application: undefined });
after(() => app.close());
const BROWSER = { accept: 'text/html,*/*' };
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('a page comes with a policy that allows nothing from elsewhere, and is not sent again to a browser that has it', async () => {
  for (const url of ['/docs', '/docs/errors', '/docs/experiments']) {
    const page = await get(url);
    assert.equal(page.statusCode, 200, url);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; script-src 'self'; /);
    assert.doesNotMatch(page.body, /<style| style=|<script>| on[a-z]+="| src="(https?:)?\/\//);
    const again = await get(url, { 'if-none-match': String(page.headers['etag']) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  }
  const small = await get('/docs/errors', { 'accept-encoding': 'br' });
  assert.equal(small.headers['content-encoding'], 'br');
});

test('everything that a page loads is there', async () => {
  const page = await get('/docs/method');
  const loaded = [...page.body.matchAll(/(?:<link [^>]*href|src)="([^"]+)"/g)].map(([, url]) => url);
  assert.ok(loaded.includes('/docs/images/pipeline.svg'), loaded.join(' '));
  for (const url of loaded) {
    const file = await get(url);
    assert.equal(file.statusCode, 200, url);
    assert.match(String(file.headers['content-type']), /^(text\/(css|javascript)|image\/svg\+xml)/, url);
  }
});

test('the search has the sections of every page with the words below their headings', async () => {
  const reply = await get('/docs/assets/search.json');
  const sections = reply.json<[string, string, string, string][]>();
  const found = sections.find(([page, heading]) => page === 'Errors' && heading === 'Methods');
  assert.equal(found?.[2], '/docs/errors#methods');
  assert.match(found?.[3] ?? '', /405/);
});

test('the address of a file gives its Markdown to a program, whatever a browser has asked before', async () => {
  for (let i = 0; i < 2; i++) {
    const file = await get('/docs/errors.md');
    assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'text/markdown; charset=utf-8']);
    assert.match(file.body, /^# Errors\n/);
    assert.match(String(file.headers['vary']), /Accept/);
    const again = await get('/docs/errors.md', { 'if-none-match': String(file.headers['etag']) });
    assert.equal(again.statusCode, 304);
    assert.equal((await get('/docs/errors.md', BROWSER)).statusCode, 301);
  }
  assert.equal((await get('/docs/nothing.md')).statusCode, 404);
});

test('the address of a file leads a browser to its page, and an unknown page is 404 in the form that was asked for', async () => {
  const moves = ['/docs/errors.md', '/docs/experiments/README.md', '/docs/errors/'];
  const targets = await Promise.all(moves.map(async (url) => (await get(url, BROWSER)).headers['location']));
  assert.deepEqual(targets, ['/docs/errors', '/docs/experiments', '/docs/errors']);
  const page = await get('/docs/nothing', { accept: 'text/html' });
  assert.deepEqual([page.statusCode, page.headers['content-type']], [404, 'text/html; charset=utf-8']);
  for (const url of [
    '/docs/nothing',
    '/docs/../package.json',
    '/docs/images/..%2fopenapi.json',
    '/docs/navigation.json',
  ]) {
    const reply = await get(url);
    assert.equal(reply.statusCode, 404, url);
    assert.doesNotMatch(reply.body, /"group"/);
  }
});

test('a reader of Spanish is led from an English address to the Spanish page, a program is not', async () => {
  const spanish = { ...BROWSER, 'accept-language': 'es-ES,es;q=0.9,en;q=0.8' };
  for (const [url, target] of [
    ['/docs', '/docs/es'],
    ['/docs/guides/webhooks', '/docs/es/guides/webhooks'],
    ['/docs/recipes', '/docs/es/recipes'],
  ]) {
    const reply = await get(url, spanish);
    assert.deepEqual([reply.statusCode, reply.headers['location']], [302, target]);
    assert.deepEqual(
      [reply.headers['cache-control'], reply.headers['vary']],
      ['no-store', 'Accept, Accept-Language, Cookie'],
    );
    assert.equal((await get(url, { 'accept-language': 'es', accept: '*/*' })).statusCode, 200);
    assert.equal((await get(url, { ...BROWSER, 'accept-language': 'ca,en,es' })).statusCode, 200);
    assert.match((await get(target, { ...BROWSER, 'accept-language': 'en' })).body, /<html lang="es">/);
  }
  assert.equal((await get('/docs/errors', spanish)).statusCode, 200, 'a page that is there in English alone');
  const missing = await get('/docs/es/errors', spanish);
  assert.equal(missing.statusCode, 404);
  assert.match(missing.body, /<html lang="es">[^]*No existe esa página/);
});

test('the switch is kept, before what the browser prefers', async () => {
  const spanish = { ...BROWSER, 'accept-language': 'es' };
  const chosen = await get('/docs/es/guides/webhooks?lang=en', spanish);
  assert.deepEqual([chosen.statusCode, chosen.headers['location']], [302, '/docs/guides/webhooks']);
  assert.equal(
    chosen.headers['set-cookie'],
    'lonja_docs_language=en; Path=/docs; Max-Age=31536000; SameSite=Lax',
  );
  const kept = { ...spanish, cookie: 'other=1; lonja_docs_language=en' };
  assert.equal((await get('/docs/guides/webhooks', kept)).statusCode, 200);
  const back = await get('/docs/errors?lang=es', kept);
  assert.equal(back.headers['location'], '/docs/es', 'no page, so the overview');
  const asked = { ...BROWSER, 'accept-language': 'en', cookie: 'lonja_docs_language=es' };
  assert.equal((await get('/docs/quick-start', asked)).headers['location'], '/docs/es/quick-start');
  assert.equal((await get('/docs/nothing?lang=es', asked)).statusCode, 404);
  assert.equal((await get('/docs/quick-start?lang=fr', BROWSER)).statusCode, 200);
});

test('the search of the Spanish pages has them, and the English ones that have no other', async () => {
  const reply = await get('/docs/assets/search-es.json');
  const sections = reply.json<[string, string, string, string][]>();
  const addresses = new Set(sections.map(([, , address]) => address));
  assert.ok(addresses.has('/docs/es/guides/webhooks'));
  assert.ok(addresses.has('/docs/errors'));
  assert.ok(!addresses.has('/docs/guides/webhooks'));
});
