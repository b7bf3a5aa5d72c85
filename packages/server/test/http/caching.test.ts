import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const PATH = '/forecasts/latest?market_id=es&product=da';
let key = '';

before(async () => {
  key = await api.createKey();
  await publishTestRun(api.db, { issuedAt: '2026-03-30T04:05:00Z', firstDay: '2026-03-31' });
});

test('an unchanged read is 304 without a body, and a new run changes the tag', async () => {
  const first = await api.get(PATH, key);
  assert.match(first.headers['etag'], /^"[\w-]{27}"$/);
  assert.equal(first.headers['cache-control'], 'private, no-cache');
  const tags = [first.headers['etag'], `W/${first.headers['etag']}`, `"x", ${first.headers['etag']}`, '*'];
  for (const tag of tags) {
    const again = await api.get(PATH, key, { 'if-none-match': tag });
    assert.deepEqual([again.status, again.text, again.headers['etag']], [304, '', first.headers['etag']]);
    assert.equal(again.headers['content-type'], undefined);
  }
  assert.ok(
    Number((await api.get(PATH, key, { 'if-none-match': tags[0] })).headers['x-ratelimit-remaining']) > 0,
  );
  await publishTestRun(api.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31', level: 51 });
  const changed = await api.get(PATH, key, { 'if-none-match': tags[0] });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers['etag'], first.headers['etag']);
});

test('JSON and CSV have tags of their own, every tenant the same', async () => {
  const json = await api.get(PATH, key);
  const csv = await api.get(`${PATH}&format=csv`, key);
  assert.notEqual(csv.headers['etag'], json.headers['etag']);
  assert.equal((await api.get(PATH, await api.createKey())).headers['etag'], json.headers['etag']);
  assert.match(json.headers['vary'], /accept/i);
});

test('a compressed answer holds the same bytes under a tag of its own, which is known again', async () => {
  const plain = await api.get(PATH, key);
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await api.app.inject({
      url: `/api/v1${PATH}`,
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': encoding },
    });
    assert.equal(response.headers['content-encoding'], encoding);
    assert.equal(unpack(response.rawPayload).toString(), plain.text);
    const tag = String(response.headers['etag']);
    assert.equal(tag, plain.headers['etag'].replace(/"$/, `-${encoding}"`));
    const again = await api.get(PATH, key, { 'if-none-match': tag, 'accept-encoding': encoding });
    assert.deepEqual([again.status, again.headers['etag']], [304, tag]);
  }
});

test('HEAD has the headers of GET and no body, and is 304 where GET is', async () => {
  const get = await api.get(PATH, key);
  const ask = (headers: Record<string, string>) =>
    api.app.inject({
      method: 'HEAD',
      url: `/api/v1${PATH}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
  const head = await ask({});
  assert.deepEqual([head.statusCode, head.payload, head.headers['etag']], [200, '', get.headers['etag']]);
  assert.equal(head.headers['content-length'], String(Buffer.byteLength(get.text)));
  const unchanged = await ask({ 'if-none-match': get.headers['etag'] });
  assert.deepEqual([unchanged.statusCode, unchanged.headers['etag']], [304, get.headers['etag']]);
  assert.equal(unchanged.headers['content-length'], undefined);
});

test('errors are not stored', async () => {
  const answer = await api.get('/forecasts/latest', key);
  assert.deepEqual(
    [answer.status, answer.headers['cache-control'], answer.headers['etag']],
    [422, 'no-store', undefined],
  );
});
