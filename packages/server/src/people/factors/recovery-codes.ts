import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { appendAudit } from '../audit/audit.ts';
import { listRecoveryCodeHashes, takeRecoveryCode } from './recovery-codes-store.ts';
import { hashCode } from '../access/mailed-secret.ts';
import { HASH_COST } from '../access/password.ts';
import type { OtpContext } from './check-otp.ts';

const CODES = 10;
const CODE_LENGTH = 10;
/** Letters and digits that cannot be taken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;
/** What is stored: the salt, and the digest after it. A digest alone is one that an earlier release made, without a salt. */
const STORED_BYTES = SALT_BYTES + DIGEST_BYTES;

/** Gives new codes and what is stored of them: hashes as slow as those of passwords, under one salt for the codes of a user. */
export async function makeRecoveryCodes(): Promise<{ codes: string[]; hashes: Buffer[] }> {
  const codes = Array.from({ length: CODES }, generateRecoveryCode);
  const salt = randomBytes(SALT_BYTES);
  const hashes: Buffer[] = [];
  for (const code of codes) hashes.push(await slowHash(code, salt));
  return { codes, hashes };
}

/** Uses a recovery code up and keeps that in the audit; false when the user has no such code. */
export async function useRecoveryCode(
  { db, clock, sessionSecrets }: Pick<OtpContext, 'db' | 'clock' | 'sessionSecrets'>,
  { tenantId, userId }: { tenantId: string; userId: string },
  code: string,
): Promise<boolean> {
  const stored = await listRecoveryCodeHashes(db, userId);
  const salted = stored.filter((hash) => hash.length === STORED_BYTES);
  const candidates = sessionSecrets.map((secret) => hashCode(secret, userId, normalised(code)));
  if (salted.length > 0) candidates.push(await slowHash(code, salted[0].subarray(0, SALT_BYTES)));
  const match = stored.find((hash) =>
    candidates.some((candidate) => candidate.length === hash.length && timingSafeEqual(candidate, hash)),
  );
  if (match === undefined || !(await takeRecoveryCode(db, userId, match))) return false;
  await appendAudit(db, {
    tenantId,
    actor: { kind: 'user', id: userId },
    action: 'user.recovery_code_used',
    target: { type: 'user', id: userId },
    now: clock.now(),
  });
  return true;
}

async function slowHash(code: string, salt: Buffer): Promise<Buffer> {
  const digest = await hashRaw(normalised(code), { ...HASH_COST, salt, outputLen: DIGEST_BYTES });
  return Buffer.concat([salt, digest]);
}

function generateRecoveryCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
}

/** However it was typed: case, spaces and hyphens do not count. */
function normalised(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '');
}
