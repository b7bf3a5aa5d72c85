import type { Db } from './database.ts';
import type { Role } from './identity.ts';

export interface Invitation {
  id: string;
  tenantId: string;
  email: string;
  role: Role;
  createdBy: string | undefined;
  /** Instants in epoch ms. */
  createdAt: number;
  expiresAt: number;
  acceptedAt: number | undefined;
  revokedAt: number | undefined;
}

export async function lockInvitation(tx: Db, id: string): Promise<Invitation | undefined> {
  const row = await tx
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : toInvitation(row);
}

export async function setInvitationToken(tx: Db, id: string, tokenSha256: Buffer): Promise<void> {
  await tx.updateTable('invitation').set({ token_sha256: tokenSha256 }).where('id', '=', id).execute();
}

interface InvitationRow {
  id: string;
  tenant_id: string;
  email: string;
  role: Role;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    email: row.email,
    role: row.role,
    createdBy: row.created_by ?? undefined,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    acceptedAt: row.accepted_at?.getTime(),
    revokedAt: row.revoked_at?.getTime(),
  };
}
