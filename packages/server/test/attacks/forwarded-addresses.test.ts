import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { attackedApi } from './attacked-api.ts';
import { flood, withKey } from './flood.ts';

const LIMIT = 20;

const forwarded = (address: (n: number) => string) => (n: number) => ({
  path: '/api/v1/markets',
  headers: { 'x-forwarded-for': address(n) },
});

test('no form of an address that a trusted proxy names gets round the limit', async () => {
  const { baseUrl } = await attackedApi(
    { addressRequestsPerMinute: LIMIT },
    { trustedProxies: ['127.0.0.1'] },
  );
  const forms: Record<string, (n: number) => string> = {
    'with a port': (n) => `203.0.113.7:${1000 + n}`,
    'IPv4 in IPv6': (n) => (n % 2 === 0 ? '203.0.113.8' : '::ffff:203.0.113.8'),
    'a network of /64': (n) => `2001:db8:1:1::${n.toString(16)}`,
    'a network of /64 with ports': (n) => `[2001:db8:1:2::${n.toString(16)}]:${1000 + n}`,
    'behind a second proxy with ports': (n) => `203.0.113.9:${1000 + n}, 127.0.0.1:${1000 + n}`,
    'no address': (n) => `unknown-${n}`,
  };
  for (const [form, address] of Object.entries(forms)) {
    const counts = await flood(baseUrl, { requests: 30, connections: 4, request: forwarded(address) });
    assert.deepEqual(counts, { 401: LIMIT, 429: 30 - LIMIT }, form);
  }
  const apart = forwarded((n) => `2001:db8:1:${n + 10}::1`);
  assert.deepEqual(await flood(baseUrl, { requests: 30, connections: 4, request: apart }), { 401: 30 });
});

test('what a proxy that is not trusted says is ignored, and many callers at one address are reported once', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const { api, baseUrl } = await attackedApi({ addressRequestsPerMinute: LIMIT }, { logger });
  const request = forwarded((n) => `203.0.113.${n}`);
  const counts = await flood(baseUrl, { requests: 60, connections: 4, request });
  assert.deepEqual(counts, { 401: LIMIT, 429: 60 - LIMIT });
  const warnings = () => lines.filter((line) => line.includes('TRUSTED_PROXIES'));
  assert.equal(warnings().length, 1);
  assert.equal(JSON.parse(warnings()[0]).address, '127.0.0.1');
  const keys = await Promise.all(Array.from({ length: 25 }, () => api.createKey()));
  const withKeys = (n: number) => ({ path: '/api/v1/markets', headers: withKey(keys[n]) });
  api.clock.advance(23 * 3_600_000);
  await flood(baseUrl, { requests: 25, connections: 4, request: withKeys });
  assert.equal(warnings().length, 1);
  api.clock.advance(2 * 3_600_000);
  await flood(baseUrl, { requests: 25, connections: 4, request: withKeys });
  assert.equal(warnings().length, 2);
});
