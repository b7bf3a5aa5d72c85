import { AppError } from '../../ground/errors.ts';
import { type AuditActor, appendAudit } from '../audit/audit.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Role } from '../access/identity.ts';
import { endAllSessions } from '../access/sessions.ts';
import { type User, findUser, lockActiveAdmins, updateUser } from './users.ts';
import { lockUserAndAdmins } from './users.ts';

export interface UserChangeInput {
  role?: Role;
  isActive?: boolean;
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
  const { role, isActive, now } = change;
  await lockUserAndAdmins(tx, userId);
  const before = await getUser(tx, userId);
  const admins = await lockActiveAdmins(tx, before.tenantId);
  const staysAdmin = (role ?? before.role) === 'admin' && (isActive ?? before.isActive);
  if (admins.length === 1 && admins[0] === userId && !staysAdmin) {
    throw new AppError(
      'conflict',
      'This is the last active admin of the tenant; make another user an admin first.',
    );
  }
  await updateUser(tx, userId, {
    ...(role !== undefined && { role }),
    ...(isActive !== undefined && isActive !== before.isActive && { deactivatedAt: isActive ? null : now }),
  });
  if (isActive === false && before.isActive) await endAllSessions(tx, { userId, now });
  const audit = { tenantId: before.tenantId, actor, target: { type: 'user', id: userId }, now };
  if (role !== undefined && role !== before.role) {
    await appendAudit(tx, {
      ...audit,
      action: 'user.role_changed',
      details: { from: before.role, to: role },
    });
  }
  if (isActive !== undefined && isActive !== before.isActive) {
    await appendAudit(tx, { ...audit, action: isActive ? 'user.reactivated' : 'user.deactivated' });
  }
  return getUser(tx, userId);
}

async function getUser(tx: Db, userId: string): Promise<User> {
  const user = await findUser(tx, userId);
  if (user === undefined) throw new AppError('not_found', 'There is no user with this id.');
  return user;
}
