import type {
  AlertFired,
  ForecastChanged,
  ForecastPublished,
  Ping,
  PricesPublished,
} from '../generated/schemas.ts';

/** Why a webhook is not to be believed. */
export type WebhookFault = 'malformed_header' | 'expired' | 'wrong_signature' | 'no_secret';

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

interface Verification {
  /** The body as it arrived, not parsed and written again: the signature is over its bytes. A `Buffer` is a `Uint8Array`. */
  body: string | Uint8Array | ArrayBuffer;
  /** The endpoint's secret, `whsec_...`, or several while one replaces another. What is undefined or empty is left out. */
  secret: string | undefined | readonly (string | undefined)[];
  /** How far the sender's time may be from this machine's; absent: 300 s. */
  toleranceS?: number | undefined;
  /** Epoch ms; absent: the machine's time. */
  now?: number | undefined;
}

/** One header as frameworks hand it over; several lines of it are a list. */
export type HeaderValue = string | readonly string[] | null | undefined;

/** The headers of a request: a `Headers`, or an object such as `request.headers` of Node, with names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers of the request, or the one that is needed, `Svc-Webhook-Signature`. */
export type WebhookToVerify = Verification &
  ({ headers: WebhookHeaders; signature?: never } | { signature: HeaderValue; headers?: never });

const SIGNATURE_HEADER = 'svc-webhook-signature';
const DEFAULT_TOLERANCE_S = 300;
/** More signatures than this are not looked at: a receiver does no unbounded work for a stranger. */
const MOST_SIGNATURES = 10;
const SIGNATURE = /^v1=([\da-f]{64})$/;

/**
 * Checks that a webhook comes from the holder of the secret and was signed just now. Gives when, epoch seconds. Throws
 * WebhookVerificationError; answer such a request with 400. Signatures are compared in constant time.
 */
export async function verifyWebhook(webhook: WebhookToVerify): Promise<number> {
  const { toleranceS = DEFAULT_TOLERANCE_S, now = Date.now() } = webhook;
  const secrets = [webhook.secret].flat().filter((secret) => secret !== undefined && secret !== '');
  if (secrets.length === 0)
    throw new WebhookVerificationError('no_secret', 'There is no secret to verify with.');
  const { time, signatures } = parseSignature(
    webhook.headers === undefined ? webhook.signature : signatureOf(webhook.headers),
  );
  if (Math.abs(now / 1000 - Number(time)) > toleranceS) {
    throw new WebhookVerificationError(
      'expired',
      `The signature is not from the last ${toleranceS} seconds; compare the clocks of both sides.`,
    );
  }
  const encoder = new TextEncoder();
  const signed = concatenate(encoder.encode(`${time}.`), bytesOf(webhook.body));
  for (const secret of secrets) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return Number(time);
    }
  }
  throw new WebhookVerificationError(
    'wrong_signature',
    'No signature fits; check the secret, and that the body is the one that arrived.',
  );
}

/** A webhook that was verified. */
export interface VerifiedWebhook {
  /**
   * The event's id, which is signed and the same at every endpoint, attempt and replay, and in `/events`: drop what you have. Undefined
   * where the body has none, as those of a service before 1.1.
   */
  id: string | undefined;
  /** Undefined where the body is not an event. */
  event: ForecastPublished | ForecastChanged | PricesPublished | AlertFired | Ping | undefined;
  /** Epoch seconds. */
  signedAt: number;
}

/**
 * Verifies a webhook as `verifyWebhook` does, and gives what was signed. The headers `Svc-Webhook-Id` and `Svc-Webhook-Event` are not
 * signed: whoever has recorded a delivery can change them.
 */
export async function readWebhook(webhook: WebhookToVerify): Promise<VerifiedWebhook> {
  const signedAt = await verifyWebhook(webhook);
  const event = eventOf(webhook.body);
  const id: unknown = event?.id;
  return { id: typeof id === 'string' ? id : undefined, event, signedAt };
}

function eventOf(body: WebhookToVerify['body']): VerifiedWebhook['event'] {
  try {
    const event: NonNullable<VerifiedWebhook['event']> | null = JSON.parse(
      new TextDecoder().decode(bytesOf(body)),
    );
    return typeof event === 'object' && event !== null && 'event' in event ? event : undefined;
  } catch {
    return undefined;
  }
}

function signatureOf(headers: WebhookHeaders): HeaderValue {
  if (typeof headers.get === 'function') return headers.get(SIGNATURE_HEADER);
  return Object.entries(headers).find(([name]) => name.toLowerCase() === SIGNATURE_HEADER)?.[1];
}

function bytesOf(body: WebhookToVerify['body']): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  return ArrayBuffer.isView(body) ? body : new Uint8Array(body);
}

function parseSignature(header: HeaderValue): {
  time: string;
  signatures: Uint8Array<ArrayBuffer>[];
} {
  const parts = [header ?? '']
    .flat()
    .join()
    .split(',')
    .map((part) => part.trim());
  const time = /^t=(\d{1,12})$/.exec(parts[0] ?? '')?.[1];
  const signatures = parts
    .slice(1, 1 + MOST_SIGNATURES)
    .flatMap((part) => SIGNATURE.exec(part)?.[1] ?? [])
    .map(bytesOfHex);
  if (time === undefined || signatures.length === 0) {
    throw new WebhookVerificationError(
      'malformed_header',
      'The header Svc-Webhook-Signature must read "t=<unix time>,v1=<hex>".',
    );
  }
  return { time, signatures };
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
