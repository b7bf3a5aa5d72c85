import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runLonja } from './run-lonja.ts';

const BIN = fileURLToPath(new URL('../bin/lonja.mjs', import.meta.url));
const SECRET = 'whsec_test';
const BODY =
  '{"id":"8d7c0a52-0a83-4d0f-9c39-06ed3f3c1c56","event":"ping","occurred_at":"2026-03-30T10:05:00Z","data":{"name":"\u001b[31mred"}}';

const forwarded: { body: string; signature: string }[] = [];
const target = createServer((request, response) => {
  void text(request).then((body) => {
    forwarded.push({ body, signature: String(request.headers['svc-webhook-signature']) });
    return response.writeHead(202).end();
  });
});
let listener: ChildProcess;
let url = '';
let printed = '';

before(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { port } = target.address() as AddressInfo;
  const args = ['webhooks', 'listen', '--port', '0', '--forward-to', `http://127.0.0.1:${port}/`];
  listener = spawn(process.execPath, [BIN, ...args], {
    env: { ...process.env, LONJA_WEBHOOK_SECRET: SECRET },
  });
  listener.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  let announced = '';
  while (url === '' && listener.stderr !== null) {
    const [chunk] = await once(listener.stderr, 'data');
    announced += String(chunk);
    url = /http:\S+/.exec(announced)?.[0] ?? '';
  }
});
after(async () => {
  listener.kill('SIGTERM');
  await once(listener, 'exit');
  target.close();
});

/** What is printed comes through a pipe, so it can be later than the answer. */
async function untilPrinted(expected: RegExp): Promise<void> {
  while (!expected.test(printed) && listener.stdout !== null) await once(listener.stdout, 'data');
}

function send(secret: string): Promise<Response> {
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${BODY}`).digest('hex');
  return fetch(url, {
    method: 'POST',
    body: BODY,
    headers: {
      'Svc-Webhook-Id': 'one',
      'Svc-Webhook-Event': 'ping',
      'Svc-Webhook-Signature': `t=${t},v1=${v1}`,
    },
  });
}

test('a webhook that verifies is printed and forwarded as it came, and the answer goes back', async () => {
  assert.equal((await send(SECRET)).status, 202);
  assert.equal(forwarded.length, 1);
  assert.equal(forwarded[0]?.body, BODY);
  assert.match(forwarded[0]?.signature ?? '', /^t=\d+,v1=[\da-f]{64}$/);
  await untilPrinted(/ping one \d+ bytes, verified, forwarded: 202/);
  assert.ok(!printed.includes('\u001b'));
});

test('the event id of the signed body is printed', async () => {
  await untilPrinted(/\{"id":"8d7c0a52/);
});

test('one of another secret is refused, said so, and not forwarded', async () => {
  const answer = await send('whsec_other');
  assert.equal(answer.status, 400);
  assert.match(await answer.text(), /No signature fits/);
  await untilPrinted(/REFUSED: No signature fits/);
  assert.equal(forwarded.length, 1);
});

test('without a secret, and with a port or a target that is none, the command says what is missing', async () => {
  for (const [args, message] of [
    [[], /--secret/],
    [['--secret', 'x', '--port', '70000'], /not a port number/],
    [['--secret', 'x', '--forward-to', 'localhost:80'], /not an http or https URL/],
  ] as const) {
    const { code, stderr } = await runLonja(['webhooks', 'listen', ...args], { LONJA_WEBHOOK_SECRET: '' });
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
});
