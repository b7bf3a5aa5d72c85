import type { Db } from '../../ground/database/database.ts';
import type { Role } from '../access/identity.ts';

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

export async function insertInvitation(
  tx: Db,
  invitation: Pick<
    Invitation,
    'id' | 'tenantId' | 'email' | 'role' | 'createdBy' | 'createdAt' | 'expiresAt'
  >,
): Promise<void> {
  await tx
    .insertInto('invitation')
    .values({
      id: invitation.id,
      tenant_id: invitation.tenantId,
      email: invitation.email,
      role: invitation.role,
      token_sha256: null,
      created_by: invitation.createdBy ?? null,
      created_at: new Date(invitation.createdAt),
      expires_at: new Date(invitation.expiresAt),
      accepted_at: null,
      revoked_at: null,
    })
    .execute();
}

export async function listInvitations(
  tx: Db,
  query: { tenantId: string; offset: number; limit: number },
): Promise<{ invitations: Invitation[]; total: number }> {
  const own = tx.selectFrom('invitation').where('tenant_id', '=', query.tenantId);
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(query.offset)
    .limit(query.limit)
    .execute();
  const { total } = await own
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { invitations: rows.map(toInvitation), total: Number(total) };
}

/** Invitations that can still be accepted. */
export async function findPendingInvitations(
  tx: Db,
  query: { tenantId: string; now: number },
): Promise<Invitation[]> {
  const rows = await tx
    .selectFrom('invitation')
    .selectAll()
    .where('tenant_id', '=', query.tenantId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(query.now))
    .execute();
  return rows.map(toInvitation);
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

export async function lockInvitationByToken(
  tx: Db,
  tokenSha256: Buffer,
): Promise<(Invitation & { tenantName: string; tenantIsActive: boolean }) | undefined> {
  const row = await tx
    .selectFrom('invitation')
    .innerJoin('tenant', 'tenant.id', 'invitation.tenant_id')
    .selectAll('invitation')
    .select(['tenant.name as tenant_name', 'tenant.deactivated_at'])
    .where('invitation.token_sha256', '=', tokenSha256)
    .forUpdate('invitation')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...toInvitation(row), tenantName: row.tenant_name, tenantIsActive: row.deactivated_at === null };
}

export async function setInvitationToken(tx: Db, id: string, tokenSha256: Buffer): Promise<void> {
  await tx.updateTable('invitation').set({ token_sha256: tokenSha256 }).where('id', '=', id).execute();
}

export async function endInvitation(
  tx: Db,
  end: { id: string; by: 'accepted_at' | 'revoked_at'; now: number },
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ [end.by]: new Date(end.now) })
    .where('id', '=', end.id)
    .execute();
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

type InvitationState = 'pending' | 'accepted' | 'revoked' | 'expired';

export function invitationState(invitation: Invitation, now: number): InvitationState {
  if (invitation.acceptedAt !== undefined) return 'accepted';
  if (invitation.revokedAt !== undefined) return 'revoked';
  return invitation.expiresAt <= now ? 'expired' : 'pending';
}
