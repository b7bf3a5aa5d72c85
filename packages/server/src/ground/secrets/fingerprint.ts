import { createHmac } from 'node:crypto';

/** Tells a secret of 32 random bytes or more from others, and nothing about it. */
export function fingerprintOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('lonja secret').digest('base64url');
}
