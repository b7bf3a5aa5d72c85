import { createHmac } from 'node:crypto';

/**
 * Value of `Svc-Webhook-Signature`: `t=<unix seconds>,v1=<hex>`, with one `v1` for each secret. A `v1` is HMAC-SHA256 over
 * `<t>.<body>` whose key is the whole secret, prefix included, as UTF-8.
 */
export function signatureHeader(signed: {
  secrets: string[];
  body: Uint8Array;
  unixSeconds: number;
}): string {
  const { secrets, body, unixSeconds } = signed;
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${unixSeconds}.`).update(body);
    return `v1=${hmac.digest('hex')}`;
  });
  return [`t=${unixSeconds}`, ...signatures].join(',');
}
