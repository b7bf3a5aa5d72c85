import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { type WebhookHeaders, type WebhookToVerify, verifyWebhook } from './verify-webhook.ts';

const SECRET = 'whsec_test';
const NOW_S = 1_774_865_100;
const NOW = NOW_S * 1000;
/** The middle of it is not UTF-8: decoded and encoded again it has other bytes. */
const BINARY = Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0x00, 0xed, 0xa0, 0x80, 0x7d]);
const TEXT = '{"name":"Salón ñ"}';
const NAME = 'Svc-Webhook-Signature';

function sign(body: string | Uint8Array, secret = SECRET): string {
  return `t=${NOW_S},v1=${createHmac('sha256', secret).update(`${NOW_S}.`).update(body).digest('hex')}`;
}

/** Bytes in memory of their own, which may be a part of a larger block. */
function apart(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

for (const [name, bytes] of [
  ['text', Buffer.from(TEXT)],
  ['what is not UTF-8', BINARY],
  ['an empty body', Buffer.alloc(0)],
] as const) {
  test(`${name} is verified as Buffer, Uint8Array and ArrayBuffer, byte for byte`, async () => {
    const signature = sign(bytes);
    const larger = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')]);
    const bodies: WebhookToVerify['body'][] = [
      bytes,
      larger.subarray(6, 6 + bytes.length),
      new Uint8Array(apart(larger), 6, bytes.length),
      apart(bytes),
    ];
    for (const body of bodies) {
      assert.equal(await verifyWebhook({ body, signature, secret: SECRET, now: NOW }), NOW_S);
    }
    for (const body of [larger, apart(larger)]) {
      await assert.rejects(verifyWebhook({ body, signature, secret: SECRET, now: NOW }), /No signature fits/);
    }
  });
}

test('text is verified as UTF-8, and bytes that were decoded are no longer what was signed', async () => {
  assert.equal(await verifyWebhook({ body: TEXT, signature: sign(TEXT), secret: SECRET, now: NOW }), NOW_S);
  const decoded = { body: BINARY.toString(), signature: sign(BINARY), secret: SECRET, now: NOW };
  await assert.rejects(verifyWebhook(decoded), /No signature fits/);
});

test('headers may be a Headers or an object of text, lists and undefined, with names in any case', async () => {
  const signature = sign(TEXT);
  const [other] = sign(TEXT, 'whsec_other').split(',').slice(1);
  const doubled = new Headers([
    [NAME, `t=${NOW_S},${other}`],
    [NAME, signature.slice(signature.indexOf('v1='))],
  ]);
  const forms: WebhookHeaders[] = [
    new Headers({ [NAME]: signature }),
    doubled,
    { [NAME]: signature, accept: undefined, 'set-cookie': ['a', 'b'] },
    { 'svc-webhook-signature': signature, get: 'a header of this name' },
    { 'SVC-WEBHOOK-SIGNATURE': [`t=${NOW_S},${other}`, signature] },
  ];
  for (const headers of forms) {
    assert.equal(await verifyWebhook({ body: TEXT, headers, secret: SECRET, now: NOW }), NOW_S);
  }
  const without: WebhookHeaders[] = [new Headers(), {}, { [NAME]: undefined }, { [NAME]: [] }];
  for (const headers of without) {
    await assert.rejects(verifyWebhook({ body: TEXT, headers, secret: SECRET, now: NOW }), {
      fault: 'malformed_header',
    });
  }
});

test('the header alone may be a list too', async () => {
  assert.equal(await verifyWebhook({ body: TEXT, signature: [sign(TEXT)], secret: SECRET, now: NOW }), NOW_S);
});

test('a request of Cloudflare Workers and Deno is verified with what it hands over', async () => {
  const sent = { [NAME]: sign(BINARY) };
  const arrived = () => new Request('https://example.com/', { method: 'POST', body: BINARY, headers: sent });
  const { headers } = arrived();
  for (const body of [await arrived().arrayBuffer(), await arrived().bytes()]) {
    assert.equal(await verifyWebhook({ body, headers, secret: SECRET, now: NOW }), NOW_S);
  }
});

test('a request of Node is verified with what it hands over', async () => {
  const server = createServer((request, response) => {
    const verified = buffer(request).then((body) =>
      Promise.allSettled([
        verifyWebhook({ body, headers: request.headers, secret: SECRET, now: NOW }),
        verifyWebhook({ body, headers: request.headersDistinct, secret: SECRET, now: NOW }),
        verifyWebhook({
          body,
          signature: request.headers['svc-webhook-signature'],
          secret: SECRET,
          now: NOW,
        }),
      ]),
    );
    verified.then(
      (results) => response.end(JSON.stringify(results)),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const reply = await fetch(`http://127.0.0.1:${address.port}/`, {
      method: 'POST',
      headers: { [NAME]: sign(BINARY) },
      body: BINARY,
    });
    const verified = { status: 'fulfilled', value: NOW_S };
    assert.deepEqual(await reply.json(), [verified, verified, verified]);
  } finally {
    server.close();
  }
});
