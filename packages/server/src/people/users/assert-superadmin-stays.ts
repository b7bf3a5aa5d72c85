import { AppError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { lockActiveSuperadmins } from './users.ts';
import { lockUserAndAdmins } from './users.ts';

/** Throws where the user is the platform's last active superadmin; until the transaction ends no other goes. It takes the service's own role. */
export async function assertSuperadminStays(tx: Db, userId: string): Promise<void> {
  await lockUserAndAdmins(tx, userId);
  const superadmins = await lockActiveSuperadmins(tx);
  if (superadmins.length === 1 && superadmins[0] === userId) {
    throw new AppError(
      'conflict',
      'This is the last active superadmin of the platform; make another one first.',
    );
  }
}
