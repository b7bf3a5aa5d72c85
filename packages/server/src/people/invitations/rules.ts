import { randomUUID } from 'node:crypto';
import type { Locale } from '../../ground/config/locale.ts';
import { type Db, withTenant } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { AccountContext, AuthenticationContext, IdentityContext } from '../access/account-context.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import { findAccount, insertUser, type Role } from '../access/identity.ts';
import { assertMayInvite } from '../access/mail-allowance.ts';
import { hashLinkToken, INVITATION_LIFETIME_DAYS } from '../access/mailed-secret.ts';
import { assertGoodPassword, hashPassword } from '../access/password.ts';
import { auditChange, type Principal } from '../access/principal.ts';
import { appendAudit } from '../audit/audit.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { findProviderOf, passwordRefused, type Provider } from '../providers/providers.ts';
import { type SessionOrigin, type SignedIn, startSession } from '../sessions/rules.ts';
import { findTenant } from '../tenants/store.ts';
import {
  endInvitation,
  findPendingInvitations,
  insertInvitation,
  type Invitation,
  invitationState,
  listInvitations,
  lockInvitation,
  lockInvitationByToken,
} from './store.ts';

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
    tenant_id: tenantId,
    email,
    role: input.role,
    created_by: principal.userId ?? null,
    created_at: new Date(now),
    expires_at: new Date(now + INVITATION_LIFETIME_DAYS * DAY_MS),
    accepted_at: null,
    revoked_at: null,
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
    await auditChange(tx, principal, 'invitation.created', {
      id: invitation.id,
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

/** Invitations of the tenant, newest first. */
export async function listOwnInvitations(
  { db }: IdentityContext,
  { tenantId }: Principal,
  page: { offset: number; limit: number },
): Promise<{ invitations: Invitation[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listInvitations(tx, { tenantId, ...page }));
}

/** Makes the link of an invitation worthless. Revoking twice is no error; an accepted one is a user by now. */
export async function revokeInvitation(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
): Promise<void> {
  await assertOwnRecord(db, principal, { table: 'invitation', id, noun: 'invitation' });
  await withTenant(db, principal.tenantId, async (tx) => {
    const now = clock.now();
    const invitation = await lockInvitation(tx, id);
    if (invitation === undefined) throw new AppError('not_found', 'There is no invitation with this id.');
    if (invitation.accepted_at !== null) {
      throw new AppError('conflict', 'This invitation was accepted; deactivate the user instead.');
    }
    if (invitation.revoked_at !== null) return;
    await endInvitation(tx, { id, by: 'revoked_at', now });
    await auditChange(tx, principal, 'invitation.revoked', { id, details: { email: invitation.email }, now });
  });
}

type OpenInvitation = Invitation & { tenant_name: string };

/** What a link stands for. Unknown, used, revoked and expired links get the same 404. */
export async function getOpenInvitation(tx: Db, token: string, now: number): Promise<OpenInvitation> {
  const invitation = await lockInvitationByToken(tx, hashLinkToken(token));
  if (
    invitation === undefined ||
    invitation.deactivated_at !== null ||
    invitationState(invitation, now) !== 'pending'
  ) {
    throw new AppError(
      'not_found',
      'This invitation was used already, was taken back or has expired; ask for a new one.',
    );
  }
  return invitation;
}

/** What the page behind a link shows before it is accepted, and whether the tenant signs in by a provider of its own. */
export async function lookUpInvitation(
  { db, clock }: IdentityContext,
  token: string,
): Promise<OpenInvitation & { provider: Provider | undefined }> {
  return db.transaction().execute(async (tx) => {
    const invitation = await getOpenInvitation(tx, token, clock.now());
    return { ...invitation, provider: await findProviderOf(tx, invitation.tenant_id) };
  });
}

interface AcceptInvitationInput extends SessionOrigin {
  token: string;
  password: string;
  fullName: string;
  /** Absent: the tenant's language. */
  locale?: Locale;
}

/** Uses the link up, creates the user and signs it in, all or nothing. */
export async function acceptInvitation(
  context: AuthenticationContext,
  input: AcceptInvitationInput,
): Promise<SignedIn> {
  const passwordHash = await hashPassword(input.password);
  return context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const invitation = await getOpenInvitation(tx, input.token, now);
    assertGoodPassword(input.password, invitation);
    const { id, tenant_id: tenantId, email, role } = invitation;
    const provider = await findProviderOf(tx, tenantId);
    if (provider?.is_required === true) throw passwordRefused(provider.name);
    const userId = randomUUID();
    const locale = input.locale ?? (await findTenant(tx, tenantId))?.locale ?? 'en';
    const inserted = await insertUser(tx, {
      id: userId,
      tenant_id: tenantId,
      email,
      password_hash: passwordHash,
      full_name: input.fullName,
      role,
      locale,
      created_at: new Date(now),
    });
    if (!inserted) {
      throw new AppError('conflict', 'This address has an account already; ask for another invitation.');
    }
    await endInvitation(tx, { id, by: 'accepted_at', now });
    await appendAudit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId, address: input.address },
      action: 'invitation.accepted',
      target: { type: 'user', id: userId },
      details: { email, role },
      now,
    });
    return startSession({ ...context, db: tx }, { userId, tenantId, role, tokenVersion: 1 }, input);
  });
}
