import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../ground/database/database.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { SessionSecrets } from '../../ground/secrets/session-secrets.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { hashCode } from '../access/mailed-secret.ts';
import { HASH_COST } from '../access/password.ts';
import { appendAudit } from '../audit/audit.ts';
import {
  listRecoveryCodeHashes,
  lockSecondFactor,
  recordSecondFactorStep,
  takeRecoveryCode,
} from './store.ts';

export interface OtpContext {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  /** Key of the recovery codes' hashes that earlier releases made. */
  sessionSecrets: SessionSecrets;
}

const PERIOD_S = 30;
/** Clocks of telephones go wrong: the codes before and after the current one count too. */
const WINDOW_STEPS = 1;

/** What the secret of a user's second factor is sealed for. */
export function otpPurpose(userId: string): string {
  return `totp ${userId}`;
}

export function createTotp(secret: Secret, account: string): TOTP {
  return new TOTP({
    issuer: 'Lonja',
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret,
  });
}

const CURRENT_CODE = /^\d{6}$/;

/** True for an account without a second factor, and for a current code or a recovery code that was not used before. */
export async function isSecondFactorRight(
  context: OtpContext,
  owner: { tenantId: string; userId: string },
  code: string | undefined,
): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const factor = await lockSecondFactor(tx, owner.userId);
    if (!factor.isEnabled) return true;
    const inside = { ...context, db: tx };
    if (code === undefined) return false;
    return CURRENT_CODE.test(code)
      ? useCode(inside, owner.userId, code)
      : useRecoveryCode(inside, owner, code);
  });
}

/** Uses a code of the user's secret up, whether the secret is in force or only offered. */
export async function useCode(
  { db, clock, sealer }: OtpContext,
  userId: string,
  code: string,
): Promise<boolean> {
  const { secret, lastStep } = await lockSecondFactor(db, userId);
  if (secret === undefined) return false;
  const totp = createTotp(Secret.fromBase32(sealer.open(secret, otpPurpose(userId))), userId);
  const timestamp = clock.now();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_S) + delta;
  if (lastStep !== undefined && step <= lastStep) return false;
  await recordSecondFactorStep(db, userId, step);
  return true;
}

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
async function useRecoveryCode(
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
