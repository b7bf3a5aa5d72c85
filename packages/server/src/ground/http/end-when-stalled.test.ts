import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import fastify from 'fastify';
import { endWhenStalled } from './csv.ts';

const STALLED_MS = 50;

/** A service whose answer stalls by itself, at `/late`, or is longer than a socket takes at once, at `/long`. */
async function serve(t: TestContext): Promise<number> {
  const app = fastify({ forceCloseConnections: true });
  t.after(() => app.close());
  const answer = (path: string, parts: () => AsyncGenerator<string>) =>
    app.get(path, (_, reply) => {
      endWhenStalled(reply, STALLED_MS);
      return reply.send(Readable.from(parts(), { highWaterMark: 1 }));
    });
  answer('/late', async function* () {
    yield 'first';
    await wait(6 * STALLED_MS);
    yield ' last';
  });
  answer('/long', async function* () {
    for (let part = 0; part < 500; part++) yield 'x'.repeat(1_000_000);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

test('an answer that waits for its own work is not ended', async (t) => {
  const port = await serve(t);
  const reply = await fetch(`http://127.0.0.1:${port}/late`);
  assert.equal(await reply.text(), 'first last');
});

test('an answer whose caller takes nothing is ended', async (t) => {
  const port = await serve(t);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n');
  // Nothing reads from the socket until the service has long given up.
  socket.pause();
  await wait(20 * STALLED_MS);
  let taken = 0;
  socket.on('data', (bytes: Buffer) => (taken += bytes.length));
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'close');
  assert.ok(taken < 400_000_000, `${taken} bytes came`);
});
