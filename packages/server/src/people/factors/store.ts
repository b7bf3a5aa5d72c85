import type { Db } from '../../ground/database/database.ts';

/** The second factor of a user as it is stored: the secret is sealed. */
interface SecondFactor {
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

/** Puts these in the place of whatever codes the user had. */
export async function replaceRecoveryCodes(
  tx: Db,
  owner: { tenantId: string; userId: string },
  hashes: Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(tx, owner.userId);
  const rows = hashes.map((hash) => ({ tenant_id: owner.tenantId, user_id: owner.userId, code_hash: hash }));
  await tx.insertInto('totp_recovery_code').values(rows).execute();
}

export async function listRecoveryCodeHashes(tx: Db, userId: string): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('totp_recovery_code')
    .select('code_hash')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.code_hash);
}

/** Uses a code of the user up; false when the user has no such code, or not any more. */
export async function takeRecoveryCode(tx: Db, userId: string, hash: Buffer): Promise<boolean> {
  const result = await tx
    .deleteFrom('totp_recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteRecoveryCodes(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('totp_recovery_code').where('user_id', '=', userId).execute();
}
