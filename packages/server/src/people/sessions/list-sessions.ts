import { withTenant } from '../../ground/database/database.ts';
import { type UserSession, listLiveSessions } from '../access/sessions.ts';
import type { AuthenticationContext } from '../access/authenticate.ts';
import type { Principal } from '../access/principal.ts';
import { sessionOf } from '../users/session-user.ts';

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
