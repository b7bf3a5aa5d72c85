import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LonjaError, type LonjaEvent, streamEvents } from '../src/index.ts';
import { parseEventStream } from '../src/parse-event-stream.ts';
import { type Answer, hangUp, json, refusal, startScriptedServer } from './scripted-server.ts';

const server = await startScriptedServer();
after(() => server.close());
const connection = { baseUrl: server.baseUrl, credential: 'svc_test', backoffMs: 1 };

/** Writes the text and leaves the connection open, or ends it. */
function stream(text: string, { ends = true } = {}): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' }).write(text);
    if (ends) response.end();
  };
}

function message(id: string): string {
  return `id: ${id}\nevent: prices.published\ndata: {"event":"prices.published","occurred_at":"2026-03-30T10:05:00Z","data":{}}\n\n`;
}

async function read(count: number, options: Parameters<typeof streamEvents>[1] = {}): Promise<LonjaEvent[]> {
  const events = [];
  for await (const event of streamEvents(connection, options)) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}

function sentPlaces(): (string | string[] | undefined)[] {
  return server.received.map(({ headers }) => headers['last-event-id']);
}

test('a stream that ends, breaks or is refused for a while goes on after the last event', async () => {
  server.script(
    stream(`retry: 1\n\n${message('a')}`),
    hangUp,
    refusal(503, 'unavailable', { 'Retry-After': '0' }),
    stream(`: waiting\n\n${message('b')}id: c\nevent: x\ndata: {"cut off`),
    stream(message('c')),
  );
  const events = await read(3);
  assert.deepEqual(
    events.map(({ id }) => id),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(Object.keys(events[0] ?? {}), ['id', 'event', 'occurred_at', 'data']);
  assert.deepEqual(sentPlaces(), [undefined, 'a', 'a', 'a', 'b']);
});

test('a silent connection is given up and taken up again', async () => {
  server.script(stream(`retry: 1\n\n${message('a')}`, { ends: false }), stream(message('b')));
  const events = await read(2, { after: 'z', silenceMs: 50 });
  assert.deepEqual(
    events.map(({ id }) => id),
    ['a', 'b'],
  );
  assert.deepEqual(sentPlaces(), ['z', 'a']);
});

test('a refusal that lasts, a page that is no stream and a service that never answered are errors', async () => {
  const faults: [Answer, number, string, number][] = [
    [refusal(401, 'invalid_token'), 401, 'invalid_token', 1],
    [refusal(404, 'not_found'), 404, 'not_found', 1],
    [json(200, {}), 0, 'invalid_reply', 1],
    [hangUp, 0, 'network_error', 4],
  ];
  for (const [answer, status, code, requests] of faults) {
    server.script(answer);
    await assert.rejects(read(1), (error: unknown) => {
      assert.ok(error instanceof LonjaError);
      assert.deepEqual([error.status, error.error, server.received.length], [status, code, requests]);
      return true;
    });
  }
});

test("the caller's signal ends a stream that waits", async () => {
  server.script(stream('retry: 1\n\n', { ends: false }));
  await assert.rejects(read(1, { signal: AbortSignal.timeout(30) }), { name: 'TimeoutError' });
});

test('a reader who leaves closes the connection', async () => {
  let closed: (() => void) | undefined;
  const whenClosed = new Promise<void>((resolve) => (closed = resolve));
  server.script((response) => {
    response.on('close', () => closed?.());
    stream(message('a'), { ends: false })(response);
  });
  await read(1);
  await whenClosed;
});

test('messages are the same however the bytes are cut and whatever ends the lines', async () => {
  const text = ': hello\r\nid: 1\rdata: ñ\ndata:second\n\nretry: 5\nid\n\ndata\n\nid: 2\ndata: lost';
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size++) {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size));
        controller.close();
      },
    });
    const messages = [];
    for await (const message of parseEventStream(body, () => {})) messages.push(message);
    assert.deepEqual(messages, [
      { id: '1', data: 'ñ\nsecond', retryMs: undefined },
      { id: '', data: '', retryMs: 5 },
      { id: '', data: '', retryMs: undefined },
    ]);
  }
});
