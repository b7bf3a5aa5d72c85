import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveSourceName } from '../source.ts';
import { SourceUnavailable } from './reply.ts';
import { createTransport } from './transport.ts';

const LIMITS = { requestsPerMinute: 1e6, parallel: 2, timeoutMs: 30_000, attempts: 3 };
const MINUTE = 60_000;

/** A transport on a clock of its own, answered by `answer`; `sent` counts requests. */
function start(answer: () => Response | Promise<Response>, source: LiveSourceName = 'omie') {
  const state = { now: Date.parse('2026-03-30T10:00:00Z'), sent: 0, answer };
  const transport = createTransport(source, LIMITS, {
    fetch: async () => {
      state.sent++;
      return state.answer();
    },
    now: () => state.now,
    sleep: async () => {},
    random: () => 0,
    version: 'test',
  });
  const get = (label: string) => transport.get({ url: new URL(`https://source.test/${label}`), label });
  const failure = async (label: string): Promise<SourceUnavailable> => {
    const error = await get(label).then(
      () => undefined,
      (fault: unknown) => fault,
    );
    assert.ok(error instanceof SourceUnavailable, String(error));
    return error;
  };
  return { state, transport, get, failure };
}

const refusal = () => new Response('', { status: 403 });
const overload = () => new Response('', { status: 503 });

test('a source that refuses is sent nothing for five minutes, then one request, then nothing for ten', async () => {
  const { state, transport, failure } = start(refusal, 'redata');
  const first = await failure('a');
  assert.ok(first.refused && first.asked);
  assert.match(first.message, /^REData answered 403 for a; it asks for no token/);
  assert.doesNotMatch(first.message, /check/);
  const second = await failure('b');
  assert.deepEqual([second.refused, second.asked, state.sent], [true, false, 1]);
  assert.match(
    second.message,
    /^REData got no request for b: requests are paused until 2026-03-30 12:05 Madrid time after this failure: REData answered 403 for a;/,
  );
  assert.equal(await transport.reaches('https://source.test'), false);
  state.now += 5 * MINUTE;
  await Promise.all(['c', 'd', 'e'].map(failure));
  assert.equal(state.sent, 2, 'a single request shows that the source still refuses');
  state.now += 10 * MINUTE - 1;
  await failure('f');
  assert.equal(state.sent, 2);
});

test('rests grow to six hours', async () => {
  const { state, failure } = start(refusal);
  const rests: number[] = [];
  for (let i = 0; i < 9; i++) {
    await failure('a');
    const from = state.now;
    const { sent } = state;
    while (state.sent === sent) {
      state.now += 5 * MINUTE;
      if (state.now - from > 400 * MINUTE) break;
      const error = await failure('a');
      if (error.asked) rests.push((state.now - from) / MINUTE);
    }
  }
  assert.deepEqual(rests, [5, 10, 20, 40, 80, 160, 320, 360, 360]);
});

test('requests that wait for their turn when a source refuses are not sent', async () => {
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  const { state, failure } = start(() => refused.then(refusal));
  const failures = Promise.all(['a', 'b', 'c', 'd', 'e'].map(failure));
  await new Promise((resolve) => setImmediate(resolve));
  refuse();
  const asked = (await failures).filter((error) => error.asked);
  assert.deepEqual([state.sent, asked.length], [2, 2]);
});

test('three requests in a row without an answer make a rest of half a minute; an answer in between makes none', async () => {
  const { state, get, failure } = start(overload);
  await failure('a');
  await failure('b');
  state.answer = () => new Response('ok');
  await get('c');
  state.answer = overload;
  state.sent = 0;
  for (const label of ['d', 'e', 'f', 'g']) await failure(label);
  assert.equal(state.sent, 9, 'three requests of three tries each');
  const left = await failure('h');
  assert.deepEqual([left.refused, left.asked], [false, false]);
  assert.match(
    left.message,
    /OMIE got no request for h: .* 12:00 Madrid time after this failure: OMIE answered 503 for f\./,
  );
  state.now += MINUTE / 2;
  await failure('i');
  assert.equal(state.sent, 10, 'once, without further tries');
});

test('when the source is back all that waited for the first answer goes on', async () => {
  const { state, get, failure } = start(refusal);
  await failure('a');
  state.now += 5 * MINUTE;
  state.answer = () => new Response('ok');
  const answers = await Promise.all(['b', 'c', 'd'].map(get));
  assert.deepEqual(
    answers.map(({ text }) => text),
    ['ok', 'ok', 'ok'],
  );
  state.answer = refusal;
  await failure('e');
  state.now += 5 * MINUTE - 1;
  assert.equal((await failure('f')).asked, false, 'the next rest is short again');
});

test('a file that is not there is an answer', async () => {
  const { state, transport } = start(() => new Response('', { status: 404 }));
  const accepts = ({ status }: { status: number }) => status === 404;
  for (let i = 0; i < 5; i++) {
    const { status } = await transport.get({ url: new URL('https://source.test/a'), label: 'a', accepts });
    assert.equal(status, 404);
  }
  assert.equal(state.sent, 5);
});

test('a refused caller learns what to check, by the source', async () => {
  const page = () =>
    new Response('<html>Unauthorized. Missing or invalid security token</html>', { status: 401 });
  for (const [source, hint] of [
    ['omie', /OMIE .*it asks for no token.*browser/],
    ['redata', /REData .*it asks for no token.*browser/],
    ['open-meteo', /Open-Meteo .*it asks for no token.*browser/],
    ['esios', /ESIOS answered 401 for a; check ESIOS_TOKEN\.$/],
    ['entsoe', /ENTSO-E answered 401 for a; check ENTSOE_TOKEN\.$/],
  ] as const) {
    const { message, refused } = await start(page, source).failure('a');
    assert.match(message, hint);
    assert.ok(refused);
  }
  const missing = await start(() => new Response('', { status: 404 }), 'redata').failure('a');
  assert.deepEqual(
    [missing.refused, /REData answered 404 for a; its address/.test(missing.message)],
    [false, true],
  );
});
