import type { Db } from '../../ground/database/database.ts';
import type { IdentityContext } from './account-context.ts';

const DAY_MS = 86_400_000;
const REGISTRATION_KEPT_MS = 7 * DAY_MS;
const SESSION_KEPT_MS = 30 * DAY_MS;

/** Deletes registrations that were never finished, links that have expired and sessions of long ago. */
export async function forgetAccounts({ db, clock }: IdentityContext): Promise<void> {
  const now = clock.now();
  await deleteStaleAccountRows(db, {
    registrationsBefore: now - REGISTRATION_KEPT_MS,
    resetsBefore: now - DAY_MS,
    sessionsBefore: now - SESSION_KEPT_MS,
  });
}

/** Deletes registrations made, and links and sessions expired, before the given instants (epoch ms). */
async function deleteStaleAccountRows(
  db: Db,
  stale: { registrationsBefore: number; resetsBefore: number; sessionsBefore: number },
): Promise<void> {
  await db.deleteFrom('registration').where('created_at', '<', new Date(stale.registrationsBefore)).execute();
  await db.deleteFrom('password_reset').where('expires_at', '<', new Date(stale.resetsBefore)).execute();
  await db.deleteFrom('user_session').where('expires_at', '<', new Date(stale.sessionsBefore)).execute();
}
