import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Sealer } from '../../ground/secrets/sealing.ts';
import type { Db } from '../../ground/database/database.ts';
import { lockSecondFactor, recordSecondFactorStep } from './second-factors.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import type { SessionSecrets } from '../../ground/secrets/session-secrets.ts';

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
