import { randomUUID } from 'node:crypto';
import { AppError } from '../../ground/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { type Role, findAccount } from '../access/identity.ts';
import { type Invitation, endInvitation, findPendingInvitations, insertInvitation } from './invitations.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { findTenant } from '../tenants/tenants.ts';
import type { AccountContext } from '../access/account-context.ts';
import { actorOf } from '../access/actor-of.ts';
import { assertMayInvite } from '../access/mail-allowance.ts';
import type { Principal } from '../access/principal.ts';
import { INVITATION_LIFETIME_DAYS } from '../access/mailed-secret.ts';

const DAY_MS = 86_400_000;
const MAX_PENDING = 100;

/**
 * Invites someone to the tenant; the link goes by mail alone. A pending invitation of the same address is replaced. Whether
 * an address has an account with another tenant stays unsaid.
 */
export async function createInvitation(
  context: AccountContext,
  principal: Principal,
  input: { email: string; role: Role },
): Promise<Invitation> {
  const { tenantId } = principal;
  const email = input.email.toLowerCase();
  const now = context.clock.now();
  const invitation: Invitation = {
    id: randomUUID(),
    tenantId,
    email,
    role: input.role,
    createdBy: principal.userId,
    createdAt: now,
    expiresAt: now + INVITATION_LIFETIME_DAYS * DAY_MS,
    acceptedAt: undefined,
    revokedAt: undefined,
  };
  await withTenant(context.db, tenantId, async (tx) => {
    if ((await findAccount(tx, email)) !== undefined) {
      throw new AppError('conflict', `${email} is a user of this tenant already.`);
    }
    const pending = await findPendingInvitations(tx, { tenantId, now });
    const replaced = pending.filter((earlier) => earlier.email === email);
    if (pending.length - replaced.length >= MAX_PENDING) {
      throw new AppError('conflict', `There are ${MAX_PENDING} pending invitations; delete some first.`);
    }
    await assertMayInvite(context.mails, { tenantId, to: email });
    for (const { id } of replaced) await endInvitation(tx, { id, by: 'revoked_at', now });
    await insertInvitation(tx, invitation);
    await appendAudit(tx, {
      tenantId,
      actor: actorOf(principal),
      action: 'invitation.created',
      target: { type: 'invitation', id: invitation.id },
      details: { email, role: input.role },
      now,
    });
    const locale = (await findTenant(tx, tenantId))?.locale ?? 'en';
    const message = { kind: 'invitation' as const, invitationId: invitation.id };
    await queueMail(tx, { tenantId, to: email, locale, message, now });
  });
  context.onMailQueued();
  return invitation;
}
