import type { Db } from '../../ground/database/database.ts';

export async function insertPasswordReset(
  tx: Db,
  reset: { tokenSha256: Buffer; tenantId: string; userId: string; expiresAt: number },
): Promise<void> {
  await tx
    .insertInto('password_reset')
    .values({
      token_sha256: reset.tokenSha256,
      tenant_id: reset.tenantId,
      user_id: reset.userId,
      expires_at: new Date(reset.expiresAt),
      used_at: null,
    })
    .execute();
}

/** Uses a reset up and gives whose it was; undefined for one that is unknown, used or expired. */
export async function usePasswordReset(
  tx: Db,
  use: { tokenSha256: Buffer; now: number },
): Promise<{ tenantId: string; userId: string } | undefined> {
  const row = await tx
    .updateTable('password_reset')
    .set({ used_at: new Date(use.now) })
    .where('token_sha256', '=', use.tokenSha256)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(use.now))
    .returning(['tenant_id', 'user_id'])
    .executeTakeFirst();
  return row === undefined ? undefined : { tenantId: row.tenant_id, userId: row.user_id };
}

/** Makes every open link of a user worthless. */
export async function deletePasswordResets(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute();
}
