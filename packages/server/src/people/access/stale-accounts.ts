import type { Db } from '../../ground/database/database.ts';

/** Deletes registrations made, and links and sessions expired, before the given instants (epoch ms). */
export async function deleteStaleAccountRows(
  db: Db,
  stale: { registrationsBefore: number; resetsBefore: number; sessionsBefore: number },
): Promise<void> {
  await db.deleteFrom('registration').where('created_at', '<', new Date(stale.registrationsBefore)).execute();
  await db.deleteFrom('password_reset').where('expires_at', '<', new Date(stale.resetsBefore)).execute();
  await db.deleteFrom('user_session').where('expires_at', '<', new Date(stale.sessionsBefore)).execute();
}
