import type { Db } from './database.ts';

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
