import { withTenant } from '../../store/database.ts';
import type { User } from '../../store/users.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';
import { getSessionUser } from './session-user.ts';

/** The signed-in user. */
export async function getMe({ db }: IdentityContext, principal: Principal): Promise<User> {
  return withTenant(db, principal.tenantId, (tx) => getSessionUser(tx, principal));
}
