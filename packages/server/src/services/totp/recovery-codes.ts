import { randomInt } from 'node:crypto';
import type { Db } from '../../store/database.ts';
import { appendAudit } from '../../store/audit.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from '../../store/recovery-codes.ts';
import { hashCode } from '../identity/mailed-secret.ts';
import type { OtpContext } from './check-otp.ts';

const CODES = 10;
const CODE_LENGTH = 10;
/** Letters and digits that cannot be taken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

interface CodeOwner {
  tenantId: string;
  userId: string;
}

/** Gives a user new codes in the place of all old ones. Only their keyed hashes are stored. */
export async function renewRecoveryCodes(tx: Db, jwtSecret: Uint8Array, owner: CodeOwner): Promise<string[]> {
  const codes = Array.from({ length: CODES }, generateRecoveryCode);
  const hashes = codes.map((code) => hashCode(jwtSecret, owner.userId, normalised(code)));
  await replaceRecoveryCodes(tx, owner, hashes);
  return codes;
}

/** Uses a recovery code up and keeps that in the audit; false when the user has no such code. */
export async function useRecoveryCode(
  { db, clock, jwtSecret }: Pick<OtpContext, 'db' | 'clock' | 'jwtSecret'>,
  { tenantId, userId }: CodeOwner,
  code: string,
): Promise<boolean> {
  if (!(await takeRecoveryCode(db, userId, hashCode(jwtSecret, userId, normalised(code))))) return false;
  await appendAudit(db, {
    tenantId,
    actor: { kind: 'user', id: userId },
    action: 'user.recovery_code_used',
    target: { type: 'user', id: userId },
    now: clock.now(),
  });
  return true;
}

function generateRecoveryCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
}

/** However it was typed: case, spaces and hyphens do not count. */
function normalised(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '');
}
