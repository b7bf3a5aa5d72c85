import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey, createTenant } from '../../src/people/access/create-identities.ts';
import { attackedApi, listen } from './attacked-api.ts';
import { flood, withKey } from './flood.ts';

const { api, baseUrl, askAsOther } = await attackedApi({ tenantRequestsPerMinute: 100, tenantKeys: 5 });
const context = { db: api.db, clock: api.clock };

/** Keys of one new tenant; absent limits are the usual ones. */
async function keysOfOne(count: number, limits: (number | undefined)[] = []): Promise<string[]> {
  const tenantId = await createTenant(context, { name: 'Test' });
  const keys: string[] = [];
  for (let i = 0; i < count; i++) {
    const input = { tenantId, label: `key ${i}`, role: 'viewer' as const };
    const requestsPerMinute = limits[i];
    const made = await createApiKey(context, {
      ...input,
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    });
    keys.push(made.key);
  }
  return keys;
}

const askWith = (keys: readonly string[]) => (n: number) => ({
  path: '/api/v1/markets',
  headers: withKey(keys[n % keys.length]),
});

test('ten keys of a tenant get no more than the tenant may have, over two processes, and others get theirs', async () => {
  const bases = [baseUrl, await listen(await api.addProcess())];
  const keys = await keysOfOne(10);
  const limits = new Set<string>();
  const counts = await Promise.all(
    bases.map((base) =>
      flood(base, {
        requests: 150,
        connections: 8,
        request: askWith(keys),
        onAnswer(status, headers) {
          if (status === 429)
            limits.add(`${String(headers['x-ratelimit-limit'])} ${String(headers['ratelimit-policy'])}`);
        },
      }),
    ),
  );
  const served = counts.reduce((sum, each) => sum + (each[200] ?? 0), 0);
  const refused = counts.reduce((sum, each) => sum + (each[429] ?? 0), 0);
  assert.deepEqual([served, refused], [100, 200]);
  assert.deepEqual([...limits], ['100 "tenant";q=100;w=60']);
  assert.deepEqual(await askAsOther((await keysOfOne(1))[0]), { 200: 10 });
  // What the tenant was refused does not count for its keys: a minute later each has all of its own again, and no more than that.
  api.clock.advance(60_000);
  const [one] = keys;
  const alone = await flood(baseUrl, { requests: 70, connections: 8, request: askWith([one]) });
  assert.deepEqual(alone, { 200: 60, 429: 10 });
});

test('a refusal by the tenant leaves the window of the key as it was', async () => {
  const keys = await keysOfOne(3);
  const first = await flood(baseUrl, { requests: 80, connections: 8, request: askWith(keys.slice(0, 2)) });
  assert.deepEqual(first, { 200: 80 });
  api.clock.advance(30_000);
  const last = await flood(baseUrl, { requests: 50, connections: 8, request: askWith([keys[2]]) });
  assert.deepEqual(last, { 200: 20, 429: 30 });
  // The 80 leave the window: the third key has used 20 of its 60.
  api.clock.advance(30_000);
  const rest = await flood(baseUrl, { requests: 50, connections: 8, request: askWith([keys[2]]) });
  assert.deepEqual(rest, { 200: 40, 429: 10 });
});

test('a key that was given more adds as much to what its tenant may make', async () => {
  const keys = await keysOfOne(2, [200]);
  const counts = await flood(baseUrl, { requests: 260, connections: 8, request: askWith([keys[0]]) });
  assert.deepEqual(counts, { 200: 200, 429: 60 });
  assert.deepEqual(await flood(baseUrl, { requests: 60, connections: 8, request: askWith([keys[1]]) }), {
    200: 60,
  });
});

test('an office of fifty keys behind one address is not limited by it', async () => {
  const keys: string[] = [];
  for (let i = 0; i < 50; i++) keys.push(...(await keysOfOne(1)));
  const counts = await flood(baseUrl, { requests: 500, connections: 8, request: askWith(keys) });
  assert.deepEqual(counts, { 200: 500 });
});

test('however many ask at once, a tenant gets no more keys than it may have', async () => {
  const { token } = await api.createSession();
  const created = await Promise.all(
    Array.from({ length: 20 }, async (_, i) =>
      api.send('POST', '/auth/api-keys', token, { label: `key ${i}` }),
    ),
  );
  const ofStatus = (wanted: number) => created.filter(({ status }) => status === wanted).length;
  assert.deepEqual([ofStatus(201), ofStatus(409)], [5, 15]);
});
