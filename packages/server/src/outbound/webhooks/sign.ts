import { createHmac, type KeyObject, randomBytes } from 'node:crypto';

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

const SECRET_BYTES = 24;

/** A new signing secret: `whsec_` and 192 random bits. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** What the secret of an endpoint is sealed for. */
export function sealingPurpose(endpointId: string): string {
  return `webhook:${endpointId}`;
}
