import { type Db, withTenant } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { IdentityContext } from '../access/account-context.ts';
import type { Principal } from '../access/principal.ts';
import { findUser, type User } from './store.ts';

/** The user of a session; routes that are for sessions alone ask for nothing else. */
export function sessionOf(principal: Principal): { userId: string; sessionId: string } {
  const { userId, sessionId } = principal;
  if (userId === undefined || sessionId === undefined) {
    throw new AppError('insufficient_scope', 'Sign in: an API key has no user.');
  }
  return { userId, sessionId };
}

/** Of whom a session is, when a user signs in. */
export function ownerOf({ id, tenant_id, role, token_version }: User) {
  return { userId: id, tenantId: tenant_id, role, tokenVersion: token_version };
}

/** The same with the tenant, for what belongs to the user alone. */
export function userOf(principal: Principal): { tenantId: string; userId: string } {
  return { tenantId: principal.tenantId, userId: sessionOf(principal).userId };
}

export async function getSessionUser(db: Db, principal: Principal): Promise<User> {
  const user = await findUser(db, sessionOf(principal).userId);
  if (user === undefined) throw new AppError('not_found', 'There is no such user.');
  return user;
}

/** The signed-in user. */
export async function getMe({ db }: IdentityContext, principal: Principal): Promise<User> {
  return withTenant(db, principal.tenantId, (tx) => getSessionUser(tx, principal));
}
