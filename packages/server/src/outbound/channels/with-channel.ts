import type { Transaction } from 'kysely';
import { AppError } from '../../ground/errors.ts';
import { type Db, withUser } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { type Principal, assertRole } from '../../people/access/principal.ts';
import { userOf } from '../../people/users/session-user.ts';
import { lockChannel } from './channels.ts';

/**
 * Runs `work` on one of the user's own channels, or, for admins, of the tenant's. A channel of another tenant is refused with 403; one of
 * another user of the tenant, and one that nobody has, is 404.
 */
export async function withChannel<T>(
  { db }: { db: Db },
  principal: Principal,
  id: string,
  work: (
    tx: Transaction<Database>,
    channel: NonNullable<Awaited<ReturnType<typeof lockChannel>>>,
  ) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'alert_channel', id, noun: 'alert channel' });
  return withUser(db, userOf(principal), async (tx) => {
    const channel = await lockChannel(tx, id);
    if (channel === undefined) throw new AppError('not_found', 'You have no alert channel with this id.');
    if (channel.isOfTenant) assertRole(principal, 'admin');
    return work(tx, channel);
  });
}
