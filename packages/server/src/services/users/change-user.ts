import { withTenant } from '../../store/database.ts';
import type { User } from '../../store/users.ts';
import { actorOf } from '../identity/actor-of.ts';
import { assertOwnRecord } from '../identity/assert-own-record.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';
import { applyUserChange, type UserChangeInput } from './apply-user-change.ts';

/** Changes role or activity of a user of the tenant. */
export async function changeUser(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
  change: UserChangeInput,
): Promise<User> {
  await assertOwnRecord(db, principal, { table: 'app_user', id, noun: 'user' });
  return withTenant(db, principal.tenantId, (tx) =>
    applyUserChange(tx, actorOf(principal), id, { ...change, now: clock.now() }),
  );
}
