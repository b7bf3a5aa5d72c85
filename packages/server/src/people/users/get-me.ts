import { withTenant } from '../../ground/database/database.ts';
import type { User } from './users.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { getSessionUser } from './session-user.ts';

/** The signed-in user. */
export async function getMe({ db }: IdentityContext, principal: Principal): Promise<User> {
  return withTenant(db, principal.tenantId, (tx) => getSessionUser(tx, principal));
}
