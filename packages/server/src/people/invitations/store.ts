import type { Db } from '../../ground/database/database.ts';
import { readPage } from '../../ground/database/read-page.ts';
import type { InvitationTable } from '../../ground/database/people-schema.ts';

/** An invitation by the names of its columns. */
export type Invitation = Omit<InvitationTable, 'token_sha256'>;

export async function insertInvitation(tx: Db, invitation: Invitation): Promise<void> {
  await tx
    .insertInto('invitation')
    .values({ ...invitation, token_sha256: null })
    .execute();
}

export async function listInvitations(
  tx: Db,
  query: { tenantId: string; offset: number; limit: number },
): Promise<{ invitations: Invitation[]; total: number }> {
  const own = tx.selectFrom('invitation').selectAll().where('tenant_id', '=', query.tenantId);
  const newestFirst = own.orderBy('created_at', 'desc').orderBy('id');
  const { rows: invitations, total } = await readPage(newestFirst, query);
  return { invitations, total };
}

/** Invitations that can still be accepted. */
export async function findPendingInvitations(
  tx: Db,
  query: { tenantId: string; now: number },
): Promise<Invitation[]> {
  return tx
    .selectFrom('invitation')
    .selectAll()
    .where('tenant_id', '=', query.tenantId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(query.now))
    .execute();
}

export async function lockInvitation(tx: Db, id: string): Promise<Invitation | undefined> {
  return tx.selectFrom('invitation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function lockInvitationByToken(
  tx: Db,
  tokenSha256: Buffer,
): Promise<(Invitation & { tenant_name: string; deactivated_at: Date | null }) | undefined> {
  return tx
    .selectFrom('invitation')
    .innerJoin('tenant', 'tenant.id', 'invitation.tenant_id')
    .selectAll('invitation')
    .select(['tenant.name as tenant_name', 'tenant.deactivated_at'])
    .where('invitation.token_sha256', '=', tokenSha256)
    .forUpdate('invitation')
    .executeTakeFirst();
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

type InvitationState = 'pending' | 'accepted' | 'revoked' | 'expired';

export function invitationState(invitation: Invitation, now: number): InvitationState {
  if (invitation.accepted_at !== null) return 'accepted';
  if (invitation.revoked_at !== null) return 'revoked';
  return invitation.expires_at.getTime() <= now ? 'expired' : 'pending';
}
