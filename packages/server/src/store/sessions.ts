import type { Db } from './database.ts';

export interface UserSession {
  id: string;
  userId: string;
  /** Instants in epoch ms. */
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  address: string | undefined;
  userAgent: string | undefined;
}

export async function insertSession(
  tx: Db,
  session: Omit<UserSession, 'lastSeenAt'> & { tenantId: string },
): Promise<void> {
  await tx
    .insertInto('user_session')
    .values({
      id: session.id,
      tenant_id: session.tenantId,
      user_id: session.userId,
      created_at: new Date(session.createdAt),
      last_seen_at: new Date(session.createdAt),
      expires_at: new Date(session.expiresAt),
      ended_at: null,
      address: session.address ?? null,
      user_agent: session.userAgent ?? null,
    })
    .execute();
}

export async function recordSessionUse(db: Db, use: { sessionId: string; now: number }): Promise<void> {
  await db
    .updateTable('user_session')
    .set({ last_seen_at: new Date(use.now) })
    .where('id', '=', use.sessionId)
    .execute();
}

/** Removes the user's sessions that expired before an instant. */
export async function deleteExpiredSessions(
  tx: Db,
  query: { userId: string; before: number },
): Promise<void> {
  await tx
    .deleteFrom('user_session')
    .where('user_id', '=', query.userId)
    .where('expires_at', '<', new Date(query.before))
    .execute();
}
