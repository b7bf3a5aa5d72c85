import { randomUUID } from 'node:crypto';
import { withTenant } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { AuthenticationContext, IdentityContext } from '../access/account-context.ts';
import { assertOwnRecord } from '../access/assert-own-record.ts';
import type { Role } from '../access/identity.ts';
import { issueDeviceToken } from '../access/known-device.ts';
import { auditChange, type Principal } from '../access/principal.ts';
import { issueSessionToken, SESSION_TOKEN_LIFETIME_S } from '../access/session-token.ts';
import {
  deleteExpiredSessions,
  endAllSessions,
  endSession,
  insertSession,
  listLiveSessions,
  type UserSession,
} from '../access/sessions.ts';
import { sessionOf } from '../users/session-user.ts';

export interface SessionOwner {
  userId: string;
  tenantId: string;
  role: Role;
  tokenVersion: number;
}

/** Where a session is started from, as its list shows it. */
export interface SessionOrigin {
  address: string;
  userAgent: string | undefined;
}

export interface SignedIn {
  token: string;
  expiresInS: number;
  /** By which the device is known from now on. */
  device: { userId: string; token: string };
}

const MAX_USER_AGENT_LENGTH = 200;

/** Starts a session and gives its token: the token is good as long as the session's record says so. */
export async function startSession(
  context: AuthenticationContext,
  owner: SessionOwner,
  origin: SessionOrigin,
): Promise<SignedIn> {
  const { db, sessionSecrets, clock } = context;
  const now = clock.now();
  const tokenId = randomUUID();
  await deleteExpiredSessions(db, { userId: owner.userId, before: now });
  await insertSession(db, {
    id: tokenId,
    tenant_id: owner.tenantId,
    user_id: owner.userId,
    created_at: new Date(now),
    expires_at: new Date(now + SESSION_TOKEN_LIFETIME_S * 1000),
    address: origin.address,
    user_agent: origin.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  });
  const session = { ...owner, version: owner.tokenVersion, tokenId };
  return {
    token: await issueSessionToken(sessionSecrets, session, now),
    expiresInS: SESSION_TOKEN_LIFETIME_S,
    device: { userId: owner.userId, token: await issueDeviceToken(context, owner) },
  };
}

/** The user's own live sessions, newest first. */
export async function listSessions(
  { db, clock, sessionIdleMs }: Pick<AuthenticationContext, 'db' | 'clock' | 'sessionIdleMs'>,
  principal: Principal,
): Promise<(UserSession & { current: boolean })[]> {
  const { userId, sessionId } = sessionOf(principal);
  const query = { tenantId: principal.tenantId, userId, now: clock.now(), idleMs: sessionIdleMs };
  const sessions = await withTenant(db, principal.tenantId, (tx) => listLiveSessions(tx, query));
  return sessions.map((session) => ({ ...session, current: session.id === sessionId }));
}

/** Ends one of the user's own sessions; without an id, that of the request. */
export async function signOut(
  { db, clock }: IdentityContext,
  principal: Principal,
  id?: string,
): Promise<void> {
  const { tenantId } = principal;
  const own = sessionOf(principal);
  const { userId } = own;
  const sessionId = id ?? own.sessionId;
  await assertOwnRecord(db, principal, { table: 'user_session', id: sessionId, noun: 'session' });
  await withTenant(db, tenantId, async (tx) => {
    const now = clock.now();
    if (!(await endSession(tx, { id: sessionId, tenantId, userId, now }))) {
      throw new AppError('not_found', 'You have no live session with this id.');
    }
    await auditChange(tx, principal, 'session.ended', { id: sessionId, now });
  });
}

/** Ends every session of a user of the caller's tenant; its devices are known no more. The user may sign in again. */
export async function endUserSessions(
  { db, clock }: IdentityContext,
  principal: Principal,
  id: string,
): Promise<void> {
  await assertOwnRecord(db, principal, { table: 'app_user', id, noun: 'user' });
  await withTenant(db, principal.tenantId, async (tx) => {
    const now = clock.now();
    await endAllSessions(tx, { userId: id, now });
    await auditChange(tx, principal, 'user.sessions_ended', { id, now });
  });
}
