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
