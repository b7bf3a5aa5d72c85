import { randomUUID } from 'node:crypto';
import type { Db } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import { type AuditActor, appendAudit } from '../audit/audit.ts';
import { findAccount, insertUser, type Role } from '../access/identity.ts';
import { NO_PASSWORD_HASH } from '../access/password.ts';
import { type Invitation, endInvitation, findPendingInvitations } from '../invitations/store.ts';
import type { Provider } from '../providers/providers.ts';
import { applyUserChange } from '../users/rules.ts';
import { type User, findUser, lockActiveAdmins, lockUserAndAdmins } from '../users/store.ts';
import { findTenant } from '../tenants/store.ts';
import { hashSubject, linkIdentity, lockIdentity, recordIdentityUse } from './linked-identities.ts';
import { type Claims, mappedRole } from './read-claims.ts';
import { domainOf } from './start-sign-in.ts';

interface Admission {
  provider: Provider;
  claims: Claims;
  /** Whose link began the sign-in. */
  invitationId: string | undefined;
  /** Network address of the person. */
  address: string;
  now: number;
}

/**
 * The user whom a provider has named, linked or made where that is allowed, with the role that the claims give. Throws `sign_in_refused`.
 * The transaction is the service's own: addresses are unique over all tenants.
 */
export async function admitPerson(tx: Db, admission: Admission): Promise<User> {
  const { provider, claims, now } = admission;
  const role = roleFor(provider, claims);
  const subjectSha256 = hashSubject(provider, claims.subject);
  const identity = await lockIdentity(tx, { tenantId: provider.tenant_id, subjectSha256 });
  const linked = identity?.userId === undefined ? undefined : await findUser(tx, identity.userId);
  if (identity !== undefined && linked !== undefined) {
    assertMayEnter(linked);
    await recordIdentityUse(tx, { id: identity.id, now });
    return applyRole(tx, admission, { user: linked, role });
  }
  const wasErased = identity !== undefined;
  const user = await findOrMakeUser(tx, admission, { role, wasErased });
  if (!(await linkIdentity(tx, { tenantId: provider.tenant_id, userId: user.id, subjectSha256, now }))) {
    throw refused(
      'Your account here is linked to another identity of the provider; an administrator can take that link away.',
    );
  }
  await appendAudit(tx, {
    tenantId: provider.tenant_id,
    actor: systemActor(admission),
    action: 'identity.linked',
    target: { type: 'user', id: user.id },
    now,
  });
  return applyRole(tx, admission, { user, role });
}

/** The role that the claims give; undefined: none is read from them, or there is no answer to give one by. */
function roleFor(
  { role_claim: roleClaim, roles, default_role: defaultRole }: Provider,
  { roleValues }: Claims,
): Role | undefined {
  if (roleClaim === null) return undefined;
  const role = mappedRole(roles, roleValues) ?? defaultRole;
  if (role !== null) return role;
  throw refused(
    `The provider gives you none of the values of ${roleClaim} that open Lonja; ask your administrator for one.`,
  );
}

async function findOrMakeUser(
  tx: Db,
  admission: Admission,
  { role, wasErased }: { role: Role | undefined; wasErased: boolean },
): Promise<User> {
  const { provider, claims, now } = admission;
  const { verifiedEmail: email } = claims;
  if (email === undefined) {
    const missing = claims.missingScopes.join(', ');
    throw refused(
      `The provider gave no verified e-mail address (the claims email and email_verified)${missing && `, and not the scopes ${missing}`}; ask your administrator.`,
    );
  }
  const account = await findAccount(tx, email);
  if (account !== undefined && account.tenantId === provider.tenant_id) {
    await lockUserAndAdmins(tx, account.userId);
    const user = await getUser(tx, account.userId);
    assertMayEnter(user);
    return user;
  }
  const pending = await findPendingInvitations(tx, { tenantId: provider.tenant_id, now });
  const invitation = pending.find((one) => one.email === email);
  const isKnownDomain = provider.domains.includes(domainOf(email));
  // A link that was mailed proves who reads the address, a confirmed domain whose it is; the word of a provider proves neither.
  const isInvited = invitation !== undefined && (invitation.id === admission.invitationId || isKnownDomain);
  const mayBeMade = isInvited || (provider.creates_users && isKnownDomain && !wasErased);
  const user =
    mayBeMade && account === undefined
      ? await makeUser(tx, admission, { email, role, invitation: isInvited ? invitation : undefined })
      : undefined;
  if (user !== undefined) return user;
  throw refused(
    'Nobody of your organisation has this address here; ask your administrator for an invitation, and open its link.',
  );
}

/** Undefined where the role of a new user is open, or the address is taken in between. */
async function makeUser(
  tx: Db,
  admission: Admission,
  { email, role, invitation }: { email: string; role: Role | undefined; invitation: Invitation | undefined },
): Promise<User | undefined> {
  const { provider, claims, now } = admission;
  const { tenant_id: tenantId } = provider;
  const id = randomUUID();
  const given = role ?? invitation?.role ?? provider.default_role ?? 'viewer';
  const locale = (await findTenant(tx, tenantId))?.locale ?? 'en';
  const made = await insertUser(tx, {
    id,
    tenant_id: tenantId,
    email,
    password_hash: NO_PASSWORD_HASH,
    full_name: claims.fullName ?? email,
    role: given,
    locale,
    created_at: new Date(now),
  });
  if (!made) return undefined;
  if (invitation !== undefined) await endInvitation(tx, { id: invitation.id, by: 'accepted_at', now });
  await appendAudit(tx, {
    tenantId,
    actor: systemActor(admission),
    action: invitation === undefined ? 'user.created' : 'invitation.accepted',
    target: { type: 'user', id },
    details: { email, role: given },
    now,
  });
  return getUser(tx, id);
}

/** Gives the role of the claims, except that the last active admin stays one. */
async function applyRole(
  tx: Db,
  admission: Admission,
  { user, role }: { user: User; role: Role | undefined },
): Promise<User> {
  if (role === undefined || role === user.role) return user;
  await lockUserAndAdmins(tx, user.id);
  const admins = await lockActiveAdmins(tx, user.tenant_id);
  if (admins.length === 1 && admins[0] === user.id) return user;
  return applyUserChange(tx, systemActor(admission), user.id, { role, now: admission.now });
}

/** The platform's people are not the tenant's: whoever runs its provider must not become one of them. */
function assertMayEnter(user: User): void {
  if (user.is_superadmin) {
    throw refused('Superadmins of the platform sign in with their password and second factor.');
  }
  if (!user.active) throw refused('Your account is deactivated; ask your administrator.');
}

async function getUser(tx: Db, id: string): Promise<User> {
  const user = await findUser(tx, id);
  if (user === undefined) throw new Error('A user vanished during a sign-in.');
  return user;
}

function systemActor({ address }: Admission): AuditActor {
  return { kind: 'system', id: undefined, address };
}

export function refused(message: string): AppError {
  return new AppError('sign_in_refused', message);
}
