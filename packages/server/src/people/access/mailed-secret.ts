import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/** How long what is mailed can be used. */
export const CODE_LIFETIME_S = 600;
export const INVITATION_LIFETIME_DAYS = 7;
export const RESET_LIFETIME_S = 3600;

const CODE_DIGITS = 6;
const TOKEN_BYTES = 24;

/** A code of 6 digits for a person to copy, leading zeros included. */
export function generateCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** How a code is kept: a million codes are soon tried, so the hash is keyed with the service's secret. */
export function hashCode(secret: Uint8Array, subjectId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`code ${subjectId} ${code}`).digest();
}

/** A random token for a link; what is kept of it is its hash. */
export function generateLinkToken(): { token: string; sha256: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, sha256: hashLinkToken(token) };
}

export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
