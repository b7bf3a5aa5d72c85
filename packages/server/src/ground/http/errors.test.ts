import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { cachingPlugin } from './caching.ts';
import { errorsPlugin } from './errors.ts';
import { lateAnswersPlugin } from './late-answers.ts';
import { protectionPlugin } from './protection.ts';
import { holdReply, sendHeld } from './held-reply.ts';

/** Larger than what is compressed at once and on the spot. */
const TEXT = JSON.stringify(Array.from({ length: 200_000 }, (_, i) => i));
const HANDLER_TIMEOUT_MS = 50;

const nothing = () => {};
const SILENT = {
  level: 'info',
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
  silent: nothing,
  child: () => SILENT,
};

async function createApp() {
  const app = fastify({ handlerTimeout: HANDLER_TIMEOUT_MS });
  await app.register(errorsPlugin);
  await app.register(lateAnswersPlugin);
  await app.register(protectionPlugin, { maxEventLoopDelayMs: 0 });
  await app.register(cachingPlugin);
  app.get('/computed', async (_request, reply) => reply.type('application/json').send(TEXT));
  app.get('/held', async (request, reply) =>
    sendHeld(request, reply, holdReply(TEXT, { 'Content-Type': 'application/json' })),
  );
  return app;
}

/** Keeps all threads that compress busy for longer than a handler may take. */
function busyThreads(): Promise<unknown> {
  const work = Array.from({ length: 8 }, async () =>
    promisify(pbkdf2)('secret', 'salt', 100_000, 32, 'sha512'),
  );
  return Promise.all(work);
}

const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  undefined: (body) => body,
};

test('a time-out while an answer is being compressed leaves it whole, or says 503 in plain text', async () => {
  const app = await createApp();
  try {
    for (const encoding of ['gzip', 'br']) {
      for (const path of ['/computed', '/held']) {
        const busy = busyThreads();
        const reply = await app.inject({ url: path, headers: { 'accept-encoding': encoding } });
        const given = String(reply.headers['content-encoding']);
        const text = decoders[given](reply.rawPayload).toString();
        if (reply.statusCode === 200) assert.equal(text, TEXT, path);
        else
          assert.deepEqual(
            [reply.statusCode, given, JSON.parse(text).error],
            [503, 'undefined', 'unavailable'],
          );
        await busy;
      }
    }
  } finally {
    await app.close();
  }
});

test('a caller who hangs up while waiting is no fault of the service', async () => {
  const faults: unknown[] = [];
  const app = fastify({
    handlerTimeout: 10_000,
    loggerInstance: { ...SILENT, error: (fault: unknown) => faults.push(fault) },
  });
  await app.register(errorsPlugin);
  const started = Promise.withResolvers<void>();
  app.get('/waiting', async ({ signal }) => {
    started.resolve();
    await once(signal, 'abort');
    signal.throwIfAborted();
  });
  const answered = new Promise<number>((resolve) =>
    app.addHook('onSend', async (_request, reply) => resolve(reply.statusCode)),
  );
  try {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const hangUp = new AbortController();
    const request = fetch(`${url}/waiting`, { signal: hangUp.signal });
    await started.promise;
    hangUp.abort();
    await assert.rejects(request, { name: 'AbortError' });
    assert.equal(await answered, 400);
    assert.deepEqual(faults, []);
  } finally {
    await app.close();
  }
});
