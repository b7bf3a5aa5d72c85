import { withTenant } from '../../store/database.ts';
import { type UserSession, listLiveSessions } from '../../store/sessions.ts';
import type { AuthenticationContext } from '../identity/authenticate.ts';
import type { Principal } from '../identity/principal.ts';
import { sessionOf } from '../profile/session-user.ts';

/** The user's own live sessions, newest first. */
export async function listSessions(
  { db, clock, sessionIdleMs }: Pick<AuthenticationContext, 'db' | 'clock' | 'sessionIdleMs'>,
  principal: Principal,
): Promise<(UserSession & { isCurrent: boolean })[]> {
  const { userId, sessionId } = sessionOf(principal);
  const query = { tenantId: principal.tenantId, userId, now: clock.now(), idleMs: sessionIdleMs };
  const sessions = await withTenant(db, principal.tenantId, (tx) => listLiveSessions(tx, query));
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}
