import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 24;

/** A new signing secret: `whsec_` and 192 random bits. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** What the secret of an endpoint is sealed for. */
export function sealingPurpose(endpointId: string): string {
  return `webhook:${endpointId}`;
}
