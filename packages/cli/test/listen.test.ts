import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { readWebhook } from '@lonja/client';
import { createSealer } from '../../server/src/ground/secrets/sealing.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import { publishTestRun } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { startReceiver } from '../../server/test/webhooks/receiver.ts';
import { createWebhookService } from '../../server/test/webhooks/webhook-service.ts';
import { signatureOf } from '../src/webhooks/send-signed.ts';
import { runHere, startHere } from './run-in-process.ts';
import { BIN } from './run-lonja.ts';
import published from '../../client/src/webhooks/test-vectors.json' with { type: 'json' };

const NOW = '2026-03-30T10:05:00Z';
const database = await createTestDatabase();
const sealingKeys = [randomBytes(32)];
const api = await createTestApi(NOW, { database, sealingKeys });
const webhooks = await createWebhookService(NOW, { database, sealer: createSealer(sealingKeys) });
let port = 0;
let variables: Record<string, string> = {};
before(async () => {
  const server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(server).port);
  variables = { LONJA_SERVER: server, LONJA_API_KEY: await api.createKey() };
});
after(() => api.close());

let runs = 0;
async function publish(level = 50): Promise<void> {
  const issuedAt = new Date(Date.parse(NOW) - 3_600_000 + runs++).toISOString();
  await publishTestRun(api.db, { issuedAt, firstDay: '2026-03-31', days: 1, level });
  api.outbox.notify();
}

const listen = (args: string[]) => startHere(['listen', ...args], { variables });
const CONNECTED = /Connected; waiting/;

test('every published vector is signed as openssl signed it', () => {
  for (const { name, secret, timestamp, body_base64: body, signature } of published.vectors) {
    const [t, v1 = ''] = signatureOf(Buffer.from(body, 'base64'), [secret], timestamp).split(',');
    const [expectedTime, ...expected] = signature.split(',');
    assert.equal(t, expectedTime);
    assert.ok(expected.includes(v1), name);
  }
});

test('what arrives is what the service sends to an endpoint: body, headers and a signature that verifies', async () => {
  const [local, endpoint] = [await startReceiver(), await startReceiver()];
  await webhooks.register(await webhooks.createAdmin(), endpoint.url, ['forecast.published']);
  const worker = webhooks.startWorker();
  const running = await listen(['--forward', `${local.url}/hook`, '--count', '1']);
  await running.until(CONNECTED);
  await publish();
  await Promise.all([local.waitFor(1), endpoint.waitFor(1)]);
  await worker.stop();
  const { code, stdout, stderr } = await running.outcome;
  const [mine, theirs] = [local.received[0], endpoint.received[0]];
  assert.ok(mine !== undefined && theirs !== undefined);
  assert.equal(mine.body.toString(), theirs.body.toString());
  assert.equal(mine.path, '/hook');
  for (const name of Object.keys(theirs.headers)) assert.ok(name in mine.headers, name);
  for (const name of ['content-type', 'user-agent', 'svc-webhook-event'])
    assert.equal(mine.headers[name], theirs.headers[name]);
  const secret = /secret (whsec_[\w-]{32})$/m.exec(stderr)?.[1];
  const { id, event } = await readWebhook({ body: mine.body, headers: mine.headers, secret });
  assert.equal(event?.event, 'forecast.published');
  assert.match(
    stdout,
    new RegExp(`^2026-03-30 \\d\\d:05 CEST  forecast.published  da  ${id}  204  \\d+ ms\n$`),
  );
  assert.equal(code, 0);
  await Promise.all([local.close(), endpoint.close()]);
});

test('a secret that is given is not printed, several sign each, and JSON has one object a line', async () => {
  const local = await startReceiver();
  const options = ['--secret', 'whsec_new,whsec_old', '--count', '1', '--json', '--print'];
  const running = await listen(['--forward', local.url, ...options]);
  await running.until(CONNECTED);
  await publish();
  const { code, stdout, stderr } = await running.outcome;
  const [request] = local.received;
  assert.ok(request !== undefined);
  for (const secret of ['whsec_new', 'whsec_old']) await readWebhook({ ...request, secret });
  assert.doesNotMatch(stderr + stdout, /whsec_/);
  const { duration_ms: ms, body, ...line } = JSON.parse(stdout);
  assert.deepEqual(body, JSON.parse(request.body.toString()));
  assert.deepEqual(line, {
    id: body.id,
    event: 'forecast.published',
    occurred_at: body.occurred_at,
    delivery_id: request.headers['svc-webhook-id'],
    status: 204,
    error: null,
  });
  assert.ok(ms >= 0);
  assert.equal(code, 0);
  await local.close();
});

test('only events that were asked for are forwarded, from the named one on', async () => {
  const { stdout } = await runHere(['events', '--json', '--limit', '1'], { variables });
  const first: string = JSON.parse(stdout).items[0].id;
  await publish();
  await publish(90);
  const args = ['--print', '--after', first, '--events', 'forecast.changed', '--count', '1'];
  const running = await listen(args);
  const { code, stdout: printed, stderr } = await running.outcome;
  assert.match(
    printed,
    /^\S+ \S+ CEST  forecast\.changed  da  \S+\n\{"id":"[^\n]*"max_change":40[^\n]*\}\n$/,
  );
  assert.doesNotMatch(stderr, /whsec_/);
  assert.equal(code, 0);
});

test('a receiver that refuses, redirects or is away is reported, and the exit code says so', async () => {
  const local = await startReceiver((_request, response, nth) =>
    response.writeHead(nth === 1 ? 500 : 302, { location: '/elsewhere' }).end(),
  );
  const running = await listen(['--forward', local.url, '--events', 'forecast.published', '--count', '3']);
  await running.until(CONNECTED);
  await publish();
  await running.until(/ {2}500 {2}\d+ ms/);
  await publish();
  await running.until(/ {2}302 {2}\d+ ms/);
  await local.close();
  await publish();
  const { code, stdout, stderr } = await running.outcome;
  assert.match(stdout, / {2}NO ANSWER: ECONNREFUSED {2}\d+ ms\n$/);
  assert.match(stderr, /3 of 3 events were not accepted by http:/);
  assert.equal(code, 8);
  assert.equal(local.received.length, 2);
});

test('when the service was away nothing is missed, and it is said', async () => {
  const running = await listen(['--print', '--events', 'forecast.published', '--count', '2', '--json']);
  await running.until(CONNECTED);
  await publish();
  await running.until(/forecast\.published/);
  const next = await api.addProcess();
  await api.app.close();
  await publish();
  await running.until(/connection to the service is lost; trying again/);
  await next.listen({ port, host: '127.0.0.1' });
  const { code, stdout, stderr } = await running.outcome;
  assert.equal(
    new Set(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).size,
    2,
  );
  assert.match(stderr, /Connected again/);
  assert.equal(code, 0);
});

test('an interruption ends it: 0 where all were accepted', async () => {
  const local = await startReceiver();
  const child = spawn(process.execPath, [BIN, 'listen', '--forward', local.url], {
    env: { ...process.env, ...variables, LONJA_WEBHOOK_SECRET: 'whsec_test' },
  });
  const exited = once(child, 'exit');
  const printed = text(child.stdout);
  for await (const chunk of child.stderr) if (CONNECTED.test(String(chunk))) break;
  await publish();
  await local.waitFor(1);
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
  assert.match(await printed, / {2}204 {2}\d+ ms\n$/);
  const [request] = local.received;
  assert.ok(request !== undefined && (await readWebhook({ ...request, secret: 'whsec_test' })));
  await local.close();
});

test('without an address, a key or a service it says what to do', async () => {
  for (const [args, more, expected, message] of [
    [[], {}, 2, /--forward, or --print/],
    [['--forward', 'localhost:80'], {}, 2, /not an http or https URL/],
    [['--print', '--count', '0'], {}, 2, /at least 1/],
    [['--print', '--events', 'ping'], {}, 2, /Allowed choices/],
    [['--print', '--secret', ','], {}, 2, /empty/],
    [['--print'], { LONJA_API_KEY: 'svc_wrong' }, 3, /LONJA_API_KEY/],
    [['--print', '--after', '8d7c0a52-0a83-4d0f-9c39-06ed3f3c1c56'], {}, 4, /no such event/],
    [['--print', '--server', 'http://127.0.0.1:9'], {}, 6, /cannot be reached|Start it/],
  ] as const) {
    const { code, stderr } = await runHere(['listen', ...args], { variables: { ...variables, ...more } });
    assert.equal(code, expected, stderr);
    assert.match(stderr, message);
  }
});
