import { type KeyObject, createHmac } from 'node:crypto';

/**
 * Value of `Svc-Webhook-Signature`: `t=<unix seconds>,v1=<hex>`, with one `v1` for each key. A `v1` is HMAC-SHA256 over
 * `<t>.<body>` whose key is a whole secret, prefix included, as UTF-8.
 */
export function signatureHeader(signed: {
  keys: (string | KeyObject)[];
  body: Uint8Array;
  unixSeconds: number;
}): string {
  const { keys, body, unixSeconds } = signed;
  const signatures = keys.map((key) => {
    const hmac = createHmac('sha256', key).update(`${unixSeconds}.`).update(body);
    return `v1=${hmac.digest('hex')}`;
  });
  return [`t=${unixSeconds}`, ...signatures].join(',');
}
