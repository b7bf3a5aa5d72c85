import { randomUUID } from 'node:crypto';
import type { Role } from '../access/identity.ts';
import { deleteExpiredSessions, insertSession } from '../access/sessions.ts';
import type { AuthenticationContext } from '../access/authenticate.ts';
import { issueDeviceToken } from '../access/known-device.ts';
import { SESSION_TOKEN_LIFETIME_S, issueSessionToken } from '../access/session-token.ts';

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
    tenantId: owner.tenantId,
    userId: owner.userId,
    createdAt: now,
    expiresAt: now + SESSION_TOKEN_LIFETIME_S * 1000,
    address: origin.address,
    userAgent: origin.userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
  });
  const session = { ...owner, version: owner.tokenVersion, tokenId };
  return {
    token: await issueSessionToken(sessionSecrets, session, now),
    expiresInS: SESSION_TOKEN_LIFETIME_S,
    device: { userId: owner.userId, token: await issueDeviceToken(context, owner) },
  };
}
