import { z } from 'zod';
import type { Locale } from '../../ground/config/locale.ts';
import { type Db, withTenant } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { IdentityContext } from '../access/account-context.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import type { Role } from '../access/identity.ts';
import { actorOf, auditChange, operatorOf, type Principal } from '../access/principal.ts';
import { endAllSessions } from '../access/sessions.ts';
import { type ApiKey, listLiveKeysOf, revokeApiKey } from '../api-keys/store.ts';
import { appendAudit, type AuditActor, auditedFields } from '../audit/audit.ts';
import { getSessionUser, sessionOf } from './session-user.ts';
import {
  findUser,
  listUsers,
  lockActiveAdmins,
  lockActiveSuperadmins,
  lockUserAndAdmins,
  updateUser,
  type User,
} from './store.ts';

/** Users of the tenant, deactivated ones too, oldest first. */
export async function listOwnUsers(
  { db }: IdentityContext,
  { tenantId }: Principal,
  page: { offset: number; limit: number },
): Promise<{ users: User[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listUsers(tx, { tenantId, ...page }));
}

/** Changes what users may change of themselves. */
export async function changeMe(
  { db, clock }: IdentityContext,
  principal: Principal,
  change: { full_name?: string; locale?: Locale },
): Promise<User> {
  const { userId } = sessionOf(principal);
  return withTenant(db, principal.tenantId, async (tx) => {
    await updateUser(tx, userId, change);
    await auditChange(tx, principal, 'user.changed', {
      id: userId,
      details: auditedFields(change),
      now: clock.now(),
    });
    return getSessionUser(tx, principal);
  });
}

interface ChangedUser {
  user: User;
  /** Keys that the user made and that worked before the change: keys outlive their maker unless they are revoked with it. */
  keys: ApiKey[];
}

/** Changes role or activity of a user of the tenant, and revokes the keys that the user made where that is asked for. */
export async function changeUser(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
  change: UserChangeInput & { revokesKeys: boolean },
): Promise<ChangedUser> {
  await assertOwnRecord(db, principal, { table: 'app_user', id, noun: 'user' });
  const now = clock.now();
  const apply = async (tx: Db) => {
    const user = await applyUserChange(tx, actorOf(principal), id, { ...change, now });
    const keys = await listLiveKeysOf(tx, { userId: id, tenantId: user.tenant_id, now });
    return { user, keys: change.revokesKeys ? await revokeKeys(tx, principal, { keys, now }) : keys };
  };
  // Whether a superadmin is the last one of the platform is hidden from the tenants' role.
  if (change.active === false && (await findUser(db, id))?.is_superadmin === true) {
    return db.transaction().execute(async (tx) => {
      await assertSuperadminStays(tx, id);
      return apply(tx);
    });
  }
  return withTenant(db, principal.tenantId, apply);
}

/** Revokes keys of the tenant and audits each. */
export async function revokeKeys(
  tx: Db,
  principal: Principal,
  { keys, now }: { keys: ApiKey[]; now: number },
): Promise<ApiKey[]> {
  for (const { id, label } of keys) {
    await revokeApiKey(tx, id, now);
    await auditChange(tx, principal, 'api_key.revoked', { id, details: { label }, now });
  }
  return keys.map((key) => ({ ...key, revoked_at: new Date(now) }));
}

const Id = z.uuid();

/** Deactivates or reactivates a user of any tenant. The platform keeps at least one active superadmin. */
export async function setUserActive(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
  isActive: boolean,
): Promise<User> {
  return db.transaction().execute(async (tx) => {
    if (!Id.safeParse(id).success || (await findUser(tx, id)) === undefined) {
      throw new AppError('not_found', 'There is no user with this id.');
    }
    if (!isActive) await assertSuperadminStays(tx, id);
    return applyUserChange(tx, operatorOf(principal), id, { active: isActive, now: clock.now() });
  });
}

interface UserChangeInput {
  role?: Role;
  active?: boolean;
}

/**
 * Changes role or activity of a user and writes the audit. The last active admin of a tenant stays one. Deactivation ends
 * every session at once; a role counts from the next request.
 */
export async function applyUserChange(
  tx: Db,
  actor: AuditActor,
  userId: string,
  change: UserChangeInput & { now: number },
): Promise<User> {
  const { role, active: isActive, now } = change;
  await lockUserAndAdmins(tx, userId);
  const before = await getUser(tx, userId);
  const admins = await lockActiveAdmins(tx, before.tenant_id);
  const staysAdmin = (role ?? before.role) === 'admin' && (isActive ?? before.active);
  if (admins.length === 1 && admins[0] === userId && !staysAdmin) {
    throw new AppError(
      'conflict',
      'This is the last active admin of the tenant; make another user an admin first.',
    );
  }
  await updateUser(tx, userId, {
    ...(role !== undefined && { role }),
    ...(isActive !== undefined &&
      isActive !== before.active && {
        deactivated_at: isActive ? null : new Date(now),
      }),
  });
  if (isActive === false && before.active) await endAllSessions(tx, { userId, now });
  const audit = { tenantId: before.tenant_id, actor, target: { type: 'user', id: userId }, now };
  if (role !== undefined && role !== before.role) {
    await appendAudit(tx, {
      ...audit,
      action: 'user.role_changed',
      details: { from: before.role, to: role },
    });
  }
  if (isActive !== undefined && isActive !== before.active) {
    await appendAudit(tx, { ...audit, action: isActive ? 'user.reactivated' : 'user.deactivated' });
  }
  return getUser(tx, userId);
}

async function getUser(tx: Db, userId: string): Promise<User> {
  const user = await findUser(tx, userId);
  if (user === undefined) throw new AppError('not_found', 'There is no user with this id.');
  return user;
}

/** Throws where the user is the platform's last active superadmin; until the transaction ends no other goes. It takes the service's own role. */
export async function assertSuperadminStays(tx: Db, userId: string): Promise<void> {
  await lockUserAndAdmins(tx, userId);
  const superadmins = await lockActiveSuperadmins(tx);
  if (superadmins.length === 1 && superadmins[0] === userId) {
    throw new AppError(
      'conflict',
      'This is the last active superadmin of the platform; make another one first.',
    );
  }
}
