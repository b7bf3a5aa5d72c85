import { fieldFault } from '../../ground/errors.ts';
import { type AttemptGuard, guardedAttempt } from '../access/guarded-attempt.ts';
import { NO_PASSWORD_HASH, verifyPassword } from '../access/password.ts';
import type { Principal } from '../access/principal.ts';
import { listLiveSessions } from '../access/sessions.ts';
import type { Db } from '../../ground/database/database.ts';
import { findPasswordHash } from './store.ts';

/** So long after a sign-in by a provider a user without a password may do what others confirm with theirs. */
const RECENT_MS = 10 * 60_000;

/**
 * Asks a signed-in user for the password again. Wrong guesses count against the session, apart from sign-ins, so that nobody else can use
 * them up. `field` names it in the fault. Who has no password, because a provider signs them in, must have signed in a moment ago instead.
 */
export async function assertPassword(
  guard: AttemptGuard & { db: Db },
  { principal, userId }: { principal: Principal; userId: string },
  password: string,
  field: string,
): Promise<void> {
  const hash = await findPasswordHash(guard.db, userId);
  if (hash === NO_PASSWORD_HASH) {
    const { tenantId, sessionId: id } = principal;
    const now = guard.clock.now();
    const sessions = await listLiveSessions(guard.db, { tenantId, userId, now, idleMs: undefined });
    const isRecent = sessions.some(
      (session) => session.id === id && session.created_at.getTime() > now - RECENT_MS,
    );
    if (isRecent) return;
    throw fieldFault(
      field,
      'You have no password here. Sign in anew by your organisation and do this within 10 minutes, with any text as password.',
    );
  }
  await guardedAttempt(guard, confirmationKey(principal), async () =>
    (await verifyPassword(hash, password))
      ? { isRight: true, value: undefined }
      : { isRight: false, error: fieldFault(field, 'This is not your current password.') },
  );
}

/** Under which what a signed-in user has to confirm is counted. */
export function confirmationKey({ credentialId }: Principal): string {
  return `confirm:${credentialId}`;
}
