import type { Db } from '../../ground/database/database.ts';
import { deletePasswordResets } from './password-resets.ts';
import { endAllSessions } from '../access/sessions.ts';
import { updateUser } from '../users/users.ts';

/**
 * Puts a new password in force, however it was set: every session and every known device of the user ends, and so does every link that was
 * mailed before. Links are closed to the tenants' role, so the transaction must be the service's own.
 */
export async function setPassword(
  tx: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: number },
): Promise<void> {
  await updateUser(tx, userId, { passwordHash });
  await endAllSessions(tx, { userId, now });
  await deletePasswordResets(tx, userId);
}
