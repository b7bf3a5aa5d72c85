import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());
await storeTestPrices(api.db, { day: '2026-03-28', resolution: 'PT1H', availableAt: '2026-03-27T12:00:00Z' });

/** Addresses by relation. */
function linksOf(header: string | undefined): Record<string, string> {
  const links = (header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g);
  return Object.fromEntries([...links].map(([, url, relation]) => [relation, url]));
}

async function follow(url: string, token: string) {
  const { body, headers } = await api.get(url.replace('/api/v1', ''), token);
  return { body: JSON.parse(JSON.stringify(body)), links: linksOf(headers['link']) };
}

test('the pages of a list lead to each other, with the filters of the request', async () => {
  const key = await api.createKey();
  const first = '/api/v1/market/prices?date_from=2026-03-28&date_to=2026-03-28&page_size=10';
  const seen: number[] = [];
  const pages: Record<string, string>[] = [];
  for (let url: string | undefined = first; url !== undefined; url = pages.at(-1)?.['next']) {
    const { body, links } = await follow(url, key);
    seen.push(...body.items.map(({ hour }: { hour: number }) => hour));
    pages.push(links);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 24 }, (_, hour) => hour),
  );
  assert.deepEqual(pages, [
    { first: `${first}&page=1`, next: `${first}&page=2`, last: `${first}&page=3` },
    { first: `${first}&page=1`, prev: `${first}&page=1`, next: `${first}&page=3`, last: `${first}&page=3` },
    { first: `${first}&page=1`, prev: `${first}&page=2`, last: `${first}&page=3` },
  ]);
});

test('links are the same where the reply comes from memory, and for HEAD', async () => {
  const key = await api.createKey();
  const path = '/market/prices?date_from=2026-03-28&date_to=2026-03-28&page=2&page_size=5';
  const fresh = await api.get(path, key);
  const kept = await api.get(path, key);
  assert.equal(kept.headers['link'], fresh.headers['link']);
  assert.equal(Object.keys(linksOf(kept.headers['link'])).length, 4);
  const head = await api.app.inject({
    method: 'HEAD',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(head.headers['link'], fresh.headers['link']);
});

test('a page past the end leads back to the last one, an empty list to itself', async () => {
  const { token } = await api.createSession();
  const empty = await follow('/api/v1/webhooks', token);
  assert.deepEqual(empty.links, { first: '/api/v1/webhooks?page=1', last: '/api/v1/webhooks?page=1' });
  const past = await follow('/api/v1/webhooks?page=9', token);
  assert.equal(past.links['prev'], '/api/v1/webhooks?page=1');
  assert.equal(past.links['next'], undefined);
});

test('events lead to those after them as long as there are some', async () => {
  const { token } = await api.createSession();
  assert.deepEqual((await follow('/api/v1/events', token)).links, {});
  for (const issuedAt of ['2026-03-29T04:05:00Z', '2026-03-29T10:05:00Z']) {
    await publishTestRun(api.db, { issuedAt, firstDay: '2026-03-30', days: 1 });
  }
  const { body, links } = await follow('/api/v1/events?page_size=1', token);
  assert.deepEqual(links, { next: `/api/v1/events?page_size=1&after=${body.items[0].id}` });
  const second = await follow(links['next'], token);
  assert.notEqual(second.body.items[0].id, body.items[0].id);
});

test('lists without pages and single records have no links', async () => {
  const key = await api.createKey();
  assert.deepEqual((await follow('/api/v1/markets', key)).links, {});
  assert.deepEqual((await follow('/api/v1/markets/es', key)).links, {});
});
