import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import { type User, findUser } from './users.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';
import { applyUserChange } from './apply-user-change.ts';
import { assertSuperadminStays } from './assert-superadmin-stays.ts';
import { operatorOf } from '../access/operator-of.ts';

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
    return applyUserChange(tx, operatorOf(principal), id, { isActive, now: clock.now() });
  });
}
