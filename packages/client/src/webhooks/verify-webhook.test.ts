import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  type WebhookToVerify,
  WebhookVerificationError,
  readWebhook,
  verifyWebhook,
} from './verify-webhook.ts';
import published from './test-vectors.json' with { type: 'json' };

const SECRET = 'whsec_test';
const NOW_S = 1_774_865_100;
const BODY = '{"event":"ping"}';

function sign(t: number | string, body = BODY, secret = SECRET): string {
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

type SignedWebhook = Extract<WebhookToVerify, { signature: unknown }>;

function check(change: Partial<SignedWebhook>): Promise<number> {
  return verifyWebhook({ body: BODY, signature: sign(NOW_S), secret: SECRET, now: NOW_S * 1000, ...change });
}

function refused(change: Partial<SignedWebhook>, fault: string): Promise<void> {
  return assert.rejects(
    check(change),
    (error) => error instanceof WebhookVerificationError && error.fault === fault,
    JSON.stringify(change),
  );
}

for (const { name, secret, timestamp, body_base64: base64, signature } of published.vectors) {
  test(`published vector: ${name}`, async () => {
    const body = Uint8Array.from(Buffer.from(base64, 'base64'));
    const webhook = { body, signature, secret, now: timestamp * 1000 };
    assert.equal(await verifyWebhook(webhook), timestamp);
    await refused({ ...webhook, secret: `${secret}x` }, 'wrong_signature');
    await refused({ ...webhook, body: Uint8Array.from([...body, 32]) }, 'wrong_signature');
    await refused(
      { ...webhook, signature: signature.replace(/t=\d+/, `t=${timestamp + 1}`) },
      'wrong_signature',
    );
  });
}

test('text and bytes are the same body', async () => {
  assert.equal(await check({}), NOW_S);
  assert.equal(await check({ body: new TextEncoder().encode(BODY) }), NOW_S);
});

test('one of several signatures, and one of several secrets, is enough', async () => {
  const other = sign(NOW_S, BODY, 'whsec_other').replace(/^t=\d+,/, '');
  assert.equal(await check({ signature: `t=${NOW_S},${other},${sign(NOW_S).split(',')[1]}` }), NOW_S);
  assert.equal(await check({ secret: ['whsec_other', SECRET] }), NOW_S);
  assert.equal(await check({ secret: [undefined, SECRET] }), NOW_S);
});

test('a signature is good for 300 seconds either way, or as long as is asked', async () => {
  for (const offset of [-300, 300]) assert.ok(await check({ now: (NOW_S + offset) * 1000 }));
  for (const offset of [-301, 301]) await refused({ now: (NOW_S + offset) * 1000 }, 'expired');
  await refused({ now: (NOW_S + 11) * 1000, toleranceS: 10 }, 'expired');
});

test('a header that is missing or malformed is refused', async () => {
  const [, v1] = sign(NOW_S).split(',');
  for (const signature of [null, undefined, '', v1, `t=${NOW_S}`, `t=,${v1}`, `t=-1,${v1}`, `t=1e9,${v1}`]) {
    await refused({ signature }, 'malformed_header');
  }
  for (const bad of ['v1=zz', 'v1=', 'v0=00', `${v1}00`, v1?.toUpperCase()]) {
    await refused({ signature: `t=${NOW_S},${bad}` }, 'malformed_header');
  }
});

test('nothing is verified without a secret, nor beyond ten signatures', async () => {
  await refused({ secret: [] }, 'no_secret');
  await refused({ secret: '' }, 'no_secret');
  await refused({ secret: undefined }, 'no_secret');
  await refused({ secret: [undefined, ''] }, 'no_secret');
  const [, v1] = sign(NOW_S).split(',');
  const padding = Array<string>(10).fill(`v1=${'0'.repeat(64)}`);
  await refused({ signature: [`t=${NOW_S}`, ...padding, v1].join(',') }, 'wrong_signature');
});

test('the id and the type of a verified webhook are those of the signed body, whatever the headers say', async () => {
  const body =
    '{"id":"0b0c8b9e-3f4e-4d5a-9d0c-1c2d3e4f5a6b","event":"ping","occurred_at":"2026-03-30T10:05:00Z","data":{}}';
  for (const id of ['a', 'b']) {
    const headers = {
      'Svc-Webhook-Signature': sign(NOW_S, body),
      'Svc-Webhook-Id': id,
      'Svc-Webhook-Event': id,
    };
    const read = await readWebhook({ body, headers, secret: SECRET, now: (NOW_S + 200) * 1000 });
    assert.deepEqual(read, {
      id: '0b0c8b9e-3f4e-4d5a-9d0c-1c2d3e4f5a6b',
      event: JSON.parse(body),
      signedAt: NOW_S,
    });
  }
});

test('a body under another id is refused, and one without an id is read as it is', async () => {
  const [body, other] = ['{"id":"a","event":"ping"}', '{"id":"b","event":"ping"}'];
  const signature = sign(NOW_S, body);
  await assert.rejects(readWebhook({ body: other, signature, secret: SECRET, now: NOW_S * 1000 }), {
    fault: 'wrong_signature',
  });
  for (const text of [BODY, '', 'null', '[]', '{"id":7}', '\u0000']) {
    const read = await readWebhook({
      body: text,
      signature: sign(NOW_S, text),
      secret: SECRET,
      now: NOW_S * 1000,
    });
    assert.equal(read.id, undefined, text);
    assert.deepEqual(read.event, text === BODY ? { event: 'ping' } : undefined);
  }
});
