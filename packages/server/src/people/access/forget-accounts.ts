import { deleteStaleAccountRows } from './stale-accounts.ts';
import type { IdentityContext } from './identity-context.ts';

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
