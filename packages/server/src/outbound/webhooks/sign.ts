import { type KeyObject, createHmac } from 'node:crypto';

/** The bytes that were signed last of a body: within a second one body goes to many endpoints. */
const lastSigned = new WeakMap<Uint8Array, { unixSeconds: number; bytes: Buffer }>();

/**
 * Value of `Svc-Webhook-Signature`: `t=<unix seconds>,v1=<hex>`, with one `v1` for each key. A `v1` is HMAC-SHA256 over
 * `<t>.<body>` whose key is a whole secret, prefix included, as UTF-8. A body must not change after it was signed.
 */
export function signatureHeader(signed: {
  keys: (string | KeyObject)[];
  body: Uint8Array;
  unixSeconds: number;
}): string {
  const { keys, body, unixSeconds } = signed;
  const bytes = bytesToSign(body, unixSeconds);
  const signatures = keys.map((key) => `v1=${createHmac('sha256', key).update(bytes).digest('hex')}`);
  return [`t=${unixSeconds}`, ...signatures].join(',');
}

function bytesToSign(body: Uint8Array, unixSeconds: number): Buffer {
  const last = lastSigned.get(body);
  if (last?.unixSeconds === unixSeconds) return last.bytes;
  const bytes = Buffer.concat([Buffer.from(`${unixSeconds}.`), body]);
  lastSigned.set(body, { unixSeconds, bytes });
  return bytes;
}
