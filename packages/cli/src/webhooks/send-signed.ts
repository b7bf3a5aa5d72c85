import { createHmac, randomUUID } from 'node:crypto';
import type { LonjaEvent } from '@lonja/client';

/** What became of one webhook. */
export interface Delivery {
  delivery_id: string;
  /** What the receiver answered; null where it did not. */
  status: number | null;
  duration_ms: number;
  /** Why there is no answer. */
  error: string | null;
}

/** As long as the service waits. */
const TIMEOUT_MS = 15_000;

/** Sends an event as the service would: the same body, headers and signatures, one for each secret. Redirects are not followed. */
export async function sendSigned(
  url: string,
  secrets: readonly string[],
  event: LonjaEvent,
): Promise<Delivery> {
  const deliveryId = randomUUID();
  const body = JSON.stringify(event);
  const startedAt = performance.now();
  const outcome = await post().catch((error: unknown) => ({ status: null, error: faultOf(error) }));
  return { delivery_id: deliveryId, duration_ms: Math.round(performance.now() - startedAt), ...outcome };

  async function post(): Promise<Pick<Delivery, 'status' | 'error'>> {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Lonja-Webhooks/1',
        'Svc-Webhook-Id': deliveryId,
        'Svc-Webhook-Event': event.event,
        'Svc-Webhook-Signature': signatureOf(body, secrets, Math.floor(Date.now() / 1000)),
      },
    });
    await response.body?.cancel();
    return { status: response.status, error: null };
  }
}

/** Value of `Svc-Webhook-Signature`, as docs/webhooks.md describes it. */
export function signatureOf(body: string | Uint8Array, secrets: readonly string[], t: number): string {
  const signed = (secret: string) => createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
  return [`t=${t}`, ...secrets.map((secret) => `v1=${signed(secret)}`)].join(',');
}

function faultOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no answer within ${TIMEOUT_MS / 1000} s`;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
