import { SignJWT, errors } from 'jose';
import { z } from 'zod';
import type { Role } from './identity.ts';
import { type SessionSecrets, verifyToken } from '../../ground/secrets/session-secrets.ts';
import { RefusedCredential } from './refused-credential.ts';

export const SESSION_TOKEN_LIFETIME_S = 86_400;

const ALGORITHM = 'HS256';

/** Who a session token was issued to. */
export interface Session {
  userId: string;
  tenantId: string;
  role: Role;
  /** Must equal the user's token version; raising that version ends every session of the user. */
  version: number;
  /** Id of the session's record, without which the token is worthless. */
  tokenId: string;
}

/** A session as its token gives it. */
export interface ReadSession extends Session {
  /** Epoch ms. */
  expiresAt: number;
}

const claimsSchema = z.object({
  sub: z.uuid(),
  tid: z.uuid(),
  role: z.enum(['admin', 'manager', 'trader', 'viewer']),
  jti: z.uuid(),
  ver: z.int(),
  exp: z.int(),
});

/** Signed with the newest of the secrets. */
export async function issueSessionToken(
  [secret]: SessionSecrets,
  session: Session,
  now: number,
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ tid: session.tenantId, role: session.role, ver: session.version })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setSubject(session.userId)
    .setJti(session.tokenId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SESSION_TOKEN_LIFETIME_S)
    .sign(secret);
}

/** Checks signature, algorithm, lifetime and claims. Throws `invalid_token`. */
export async function readSessionToken(
  secrets: SessionSecrets,
  token: string,
  now: number,
): Promise<ReadSession> {
  try {
    const payload = await verifyToken(secrets, token, {
      algorithms: [ALGORITHM],
      currentDate: new Date(now),
      requiredClaims: ['iat', 'exp'],
    });
    const claims = claimsSchema.parse(payload);
    return {
      userId: claims.sub,
      tenantId: claims.tid,
      role: claims.role,
      version: claims.ver,
      tokenId: claims.jti,
      expiresAt: claims.exp * 1000,
    };
  } catch (cause) {
    const hasExpired = cause instanceof errors.JWTExpired;
    throw new RefusedCredential(
      hasExpired
        ? 'The session token has expired; get a new one from POST /auth/token.'
        : 'The bearer token is neither a valid session token nor an API key (svc_...).',
      { reason: hasExpired ? 'session expired' : 'no valid token' },
      cause,
    );
  }
}
