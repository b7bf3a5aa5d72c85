import type { Db } from '../../ground/database/database.ts';

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
