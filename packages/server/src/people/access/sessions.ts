import type { Db } from '../../ground/database/database.ts';
import type { UserSessionTable } from '../../ground/database/people-schema.ts';

/** A session by the names of its columns. */
export type UserSession = UserSessionTable;

export async function insertSession(
  tx: Db,
  session: Omit<UserSession, 'last_seen_at' | 'ended_at'>,
): Promise<void> {
  await tx
    .insertInto('user_session')
    .values({ ...session, last_seen_at: session.created_at, ended_at: null })
    .execute();
}

/** Sessions of a user that are neither ended nor expired nor idle for too long, newest first. */
export async function listLiveSessions(
  tx: Db,
  query: { tenantId: string; userId: string; now: number; idleMs: number | undefined },
): Promise<UserSession[]> {
  return tx
    .selectFrom('user_session')
    .selectAll()
    .where('tenant_id', '=', query.tenantId)
    .where('user_id', '=', query.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(query.now))
    .$if(query.idleMs !== undefined, (rows) =>
      rows.where('last_seen_at', '>=', new Date(query.now - Number(query.idleMs))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends one session of a user; false when there is no such live session. */
export async function endSession(
  tx: Db,
  end: { id: string; tenantId: string; userId: string; now: number },
): Promise<boolean> {
  const result = await tx
    .updateTable('user_session')
    .set({ ended_at: new Date(end.now) })
    .where('id', '=', end.id)
    .where('tenant_id', '=', end.tenantId)
    .where('user_id', '=', end.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends every session of a user, also those that a token made without a record could claim. */
export async function endAllSessions(tx: Db, end: { userId: string; now: number }): Promise<void> {
  await tx
    .updateTable('user_session')
    .set({ ended_at: new Date(end.now) })
    .where('user_id', '=', end.userId)
    .where('ended_at', 'is', null)
    .execute();
  await tx
    .updateTable('app_user')
    .set((row) => ({ token_version: row('token_version', '+', 1) }))
    .where('id', '=', end.userId)
    .execute();
}

/** Ends the sessions of a user but one. Gives how many. */
export async function endOtherSessions(
  tx: Db,
  end: { userId: string; sessionId: string; now: number },
): Promise<number> {
  const result = await tx
    .updateTable('user_session')
    .set({ ended_at: new Date(end.now) })
    .where('user_id', '=', end.userId)
    .where('id', '<>', end.sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Ends every session of a tenant's users. */
export async function endTenantSessions(tx: Db, end: { tenantId: string; now: number }): Promise<void> {
  await tx
    .updateTable('user_session')
    .set({ ended_at: new Date(end.now) })
    .where('tenant_id', '=', end.tenantId)
    .where('ended_at', 'is', null)
    .execute();
  await tx
    .updateTable('app_user')
    .set((row) => ({ token_version: row('token_version', '+', 1) }))
    .where('tenant_id', '=', end.tenantId)
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
