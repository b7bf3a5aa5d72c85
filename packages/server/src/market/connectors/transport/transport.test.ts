import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplyCache, freshForMs, SourceUnavailable, isWebPage } from './reply.ts';
import { createRequestGate, pauseAfterMs, retryAfterMs, retryDelayMs } from './try-once.ts';
import { createTransport } from './transport.ts';

const LIMITS = { requestsPerMinute: 60, parallel: 2, timeoutMs: 30_000, attempts: 2 };

/** Time that passes only while somebody sleeps. */
function createSleeper() {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    version: '1.2.3',
    now: () => now,
    sleep: async (ms: number) => {
      slept.push(ms);
      now += ms;
    },
  };
}

test('pauses double up to half a minute, each cut by chance', () => {
  assert.deepEqual(
    [1, 2, 3, 10].map((attempt) => retryDelayMs(attempt, 1)),
    [500, 1000, 2000, 30_000],
  );
  assert.equal(retryDelayMs(3, 0.25), 500);
});

test('Retry-After is read as seconds and as a date', () => {
  const now = Date.parse('2026-03-30T10:00:00Z');
  assert.equal(retryAfterMs('120', now), 120_000);
  assert.equal(retryAfterMs('Mon, 30 Mar 2026 10:00:05 GMT', now), 5000);
  assert.equal(retryAfterMs('Mon, 30 Mar 2026 09:00:00 GMT', now), 0);
  assert.equal(retryAfterMs('soon', now), undefined);
  assert.equal(retryAfterMs(null, now), undefined);
  assert.equal(retryAfterMs('99999999999', now), 6 * 3_600_000, 'nobody is sent away for years');
});

test('a pause is counted by the clock of the source, and 429 makes one also where none is asked for', () => {
  const now = Date.parse('2026-03-30T10:00:00Z');
  const pause = (status: number, headers: Record<string, string>, attempt = 1) =>
    pauseAfterMs({ status, headers: new Headers(headers) }, { attempt, now });
  const theirs = { date: 'Thu, 26 Nov 2026 08:00:00 GMT', 'retry-after': 'Thu, 26 Nov 2026 08:00:20 GMT' };
  assert.equal(pause(429, theirs), 20_000);
  assert.equal(pause(503, { 'retry-after': '7' }), 7000);
  assert.equal(pause(503, {}), 0);
  const past = { 'retry-after': 'Mon, 30 Mar 2026 09:00:00 GMT' };
  assert.deepEqual(
    [
      pause(429, {}),
      pause(429, {}, 2),
      pause(429, {}, 9),
      pause(429, past),
      pause(429, { 'retry-after': '0' }),
    ],
    [10_000, 20_000, 60_000, 10_000, 10_000],
  );
});

test('a source that answers 429 without saying for how long gets pauses that grow, and then its answer is used', async () => {
  const time = createSleeper();
  const asked: number[] = [];
  const fetch = async () => {
    asked.push(time.now());
    return asked.length < 3 ? new Response('', { status: 429 }) : new Response('ok');
  };
  const limits = { ...LIMITS, attempts: 4, requestsPerMinute: 6000 };
  const transport = createTransport('entsoe', limits, { ...time, fetch, random: () => 0 });
  assert.equal((await transport.get({ url: new URL('https://source.test/a'), label: 'a' })).text, 'ok');
  assert.deepEqual(asked, [0, 10_000, 30_000]);
});

test('a pause that is asked for also holds what waits for its turn already', async () => {
  const time = createSleeper();
  const gate = createRequestGate({ ...LIMITS, ...time });
  const started: number[] = [];
  await gate.pass(async () => {});
  const waiting = gate.pass(async () => void started.push(time.now()));
  gate.holdFor(30_000);
  await waiting;
  assert.deepEqual(started, [30_000]);
});

test('every request names the program and its version', async () => {
  const seen: (string | null)[] = [];
  const fetch = async (_url: string | URL | Request, init?: RequestInit) => {
    seen.push(new Headers(init?.headers).get('user-agent'));
    return new Response('ok');
  };
  const transport = createTransport('esios', LIMITS, { ...createSleeper(), fetch, random: () => 0 });
  await transport.get({ url: new URL('https://source.test/a'), label: 'a', headers: { 'x-api-key': 'k' } });
  await transport.reaches('https://source.test');
  assert.deepEqual(seen, Array(2).fill('Lonja/1.2.3 (electricity price forecasts)'));
});

test('a body that is shorter than promised is asked for again, one that is packed is not counted', async () => {
  const bodies = [
    new Response('half', { headers: { 'content-length': '8' } }),
    new Response('whole', { headers: { 'content-length': '3', 'content-encoding': 'gzip' } }),
  ];
  const fetch = async () => bodies.shift() ?? new Response('', { status: 500 });
  const transport = createTransport('omie', LIMITS, { ...createSleeper(), fetch, random: () => 0 });
  assert.equal((await transport.get({ url: new URL('https://source.test/a'), label: 'a' })).text, 'whole');
});

test('an answer that trickles in for longer than the time-out is given up', async () => {
  const fetch = async (_url: string | URL | Request, init?: RequestInit) => {
    const trickle = new ReadableStream({
      start: (controller) =>
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
      pull: async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        controller.enqueue(new Uint8Array(1));
      },
    });
    return new Response(trickle);
  };
  const limits = { ...LIMITS, timeoutMs: 20, attempts: 1 };
  const transport = createTransport('omie', limits, { ...createSleeper(), fetch, random: () => 0 });
  const request = { url: new URL('https://source.test/a'), label: 'a' };
  await assert.rejects(transport.get(request), /OMIE did not answer within 20 ms for a\./);
});

test('requests of one source start no closer together than its rate allows', async () => {
  const { now, sleep, slept } = createSleeper();
  const gate = createRequestGate({ ...LIMITS, now, sleep });
  for (let i = 0; i < 4; i++) await gate.pass(async () => i);
  assert.deepEqual(slept, [1000, 1000, 1000]);
});

test('no more requests run at a time than the source allows, and the others follow in order', async () => {
  const gate = createRequestGate({
    requestsPerMinute: 1e9,
    parallel: 2,
    now: () => 0,
    sleep: async () => {},
  });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = async (i: number) => {
    most = Math.max(most, ++running);
    order.push(i);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  };
  await Promise.all([0, 1, 2, 3, 4].map((i) => gate.pass(() => work(i))));
  assert.equal(most, 2);
  assert.deepEqual(order, [0, 1, 2, 3, 4]);
});

test('a source that asks for minutes of pause fails further requests at once, until they have passed', async () => {
  const time = createSleeper();
  let asked = 0;
  const fetch = async () => {
    asked++;
    return asked === 1
      ? new Response('', { status: 429, headers: { 'retry-after': '600' } })
      : new Response('ok');
  };
  const transport = createTransport(
    'entsoe',
    { ...LIMITS, attempts: 4 },
    { ...time, fetch, random: () => 0 },
  );
  const request = { url: new URL('https://source.test/a'), label: 'a' };
  await assert.rejects(transport.get(request), /ENTSO-E asked for a pause of 600 s more/);
  await assert.rejects(transport.get(request), (error) => error instanceof SourceUnavailable && !error.asked);
  assert.equal(asked, 1);
  await time.sleep(601_000);
  assert.equal((await transport.get(request)).text, 'ok');
});

test('an answer is used without asking for as long as it says, five minutes at most', async () => {
  assert.equal(freshForMs('public, max-age=60'), 60_000);
  assert.equal(freshForMs('max-age=86400'), 300_000);
  assert.equal(freshForMs('no-cache, max-age=60'), 0);
  const time = createSleeper();
  let asked = 0;
  const fetch = async () => new Response(String(++asked), { headers: { 'cache-control': 'max-age=60' } });
  const transport = createTransport('omie', LIMITS, { ...time, fetch, random: () => 0 });
  const request = { url: new URL('https://source.test/a'), label: 'a' };
  assert.equal((await transport.get(request)).text, '1');
  assert.equal((await transport.get(request)).text, '1');
  await time.sleep(60_000);
  assert.equal((await transport.get(request)).text, '2');
});

test('a token in a header is not carried over a redirect', async () => {
  const seen: RequestInit['redirect'][] = [];
  const fetch = async (_url: string | URL | Request, init?: RequestInit) => {
    seen.push(init?.redirect);
    if (init?.redirect === 'follow') return new Response('ok');
    return new Response(null, { status: 302, headers: { location: 'https://elsewhere.test/login' } });
  };
  const transport = createTransport('esios', LIMITS, { ...createSleeper(), fetch, random: () => 0 });
  await transport.get({ url: new URL('https://source.test/b'), label: 'b' });
  const withToken = { url: new URL('https://source.test/a'), label: 'a', headers: { 'x-api-key': 'k' } };
  await assert.rejects(
    transport.get(withToken),
    /^SourceUnavailable: ESIOS answered 302 for a; check ESIOS_TOKEN\.$/,
  );
  assert.deepEqual(seen, ['follow', 'manual']);
});

test('a stop ends what is under way and what waits, and is no fault of the source', async () => {
  const stop = new AbortController();
  const reason = new Error('The service stops.');
  let asked = 0;
  const fetch = (_url: string | URL | Request, init?: RequestInit) =>
    new Promise<Response>((_, reject) => {
      asked++;
      init?.signal?.addEventListener('abort', () => reject(new Error('broken off')));
    });
  const transport = createTransport(
    'omie',
    { ...LIMITS, parallel: 1 },
    { ...createSleeper(), fetch, random: () => 0, stopped: stop.signal },
  );
  const ask = (label: string) => transport.get({ url: new URL(`https://source.test/${label}`), label });
  const ended = [ask('a'), ask('b'), transport.reaches('https://source.test')].map((work) =>
    assert.rejects(work, reason),
  );
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort(reason);
  await Promise.all(ended);
  assert.equal(asked, 2, 'the one that waited was not asked');
});

test('a body without end is not read to the end', async () => {
  const chunk = new Uint8Array(4 * 2 ** 20);
  const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
  const fetch = async () => new Response(endless());
  const transport = createTransport('omie', LIMITS, { ...createSleeper(), fetch, random: () => 0 });
  await assert.rejects(
    transport.get({ url: new URL('https://source.test/a'), label: 'a' }),
    SourceUnavailable,
  );
});

test('the cache forgets what was used longest ago', () => {
  const cache = createReplyCache();
  const keep = (key: string) =>
    cache.keep(key, {
      reply: { status: 200, contentType: '', text: 'x'.repeat(6 * 2 ** 20) },
      etag: '"1"',
      lastModified: undefined,
      freshUntil: 0,
    });
  keep('a');
  keep('b');
  assert.ok(cache.find('a'));
  keep('c');
  assert.equal(cache.find('b'), undefined);
  assert.ok(cache.find('a') && cache.find('c'));
});

test('pages for browsers are distinguished from what sources send', () => {
  const pages = [
    '<!DOCTYPE html>\n<html lang="es">',
    '<html><body>Request unsuccessful.</body></html>',
    '\uFEFF\r\n <!-- maintenance --> <HTML>',
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">',
    '<head><title>403 Forbidden</title></head>',
    '<script>window.location="/login"</script>',
    '<h1>503 Service Unavailable</h1>',
  ];
  for (const page of pages) assert.ok(isWebPage(page), page);
  const data = [
    '',
    'MARGINALPDBC;\r\n*\r\n',
    '{"indicator":{"id":600}}',
    '[{"latitude":40}]',
    '<?xml version="1.0"?><Publication_MarketDocument xmlns="urn:x">',
    '<Acknowledgement_MarketDocument>',
    '<GL_MarketDocument>',
    '<headline>',
  ];
  for (const text of data) assert.ok(!isWebPage(text), text);
});
