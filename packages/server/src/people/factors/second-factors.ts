import type { Db } from '../../ground/database/database.ts';

/** The second factor of a user as it is stored: the secret is sealed. */
export interface SecondFactor {
  secret: Buffer | undefined;
  isEnabled: boolean;
  /** Step of the newest code that was accepted. */
  lastStep: number | undefined;
}

/** Reads a user's second factor and keeps every other transaction off it until this one ends. */
export async function lockSecondFactor(tx: Db, userId: string): Promise<SecondFactor> {
  const row = await tx
    .selectFrom('app_user')
    .select(['totp_secret', 'totp_enabled_at', 'totp_last_step'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    secret: row.totp_secret ?? undefined,
    isEnabled: row.totp_enabled_at !== null,
    lastStep: row.totp_last_step === null ? undefined : Number(row.totp_last_step),
  };
}

/** Keeps a secret that is not in force before a code has confirmed it. */
export async function offerSecondFactor(tx: Db, userId: string, secret: Buffer): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ totp_secret: secret, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute();
}

export async function enableSecondFactor(tx: Db, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ totp_enabled_at: new Date(now) })
    .where('id', '=', userId)
    .execute();
}

export async function recordSecondFactorStep(tx: Db, userId: string, step: number): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ totp_last_step: String(step) })
    .where('id', '=', userId)
    .execute();
}

export async function removeSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute();
}
