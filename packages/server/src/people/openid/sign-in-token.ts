import { createHmac, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../ground/timing/clock.ts';
import { type SessionSecrets, verifyToken } from '../../ground/secrets/session-secrets.ts';

/** How long a person may take at the provider. */
export const SIGN_IN_LIFETIME_S = 600;
/** How long the code of the second factor may take. */
const CODE_LIFETIME_S = 300;

const ALGORITHM = 'HS256';
/** No session token has them. */
const SIGN_IN_TYPE = 'sign-in+jwt';
const CODE_TYPE = 'sign-in-code+jwt';

interface TokenContext {
  sessionSecrets: SessionSecrets;
  clock: Clock;
}

const signInSchema = z.object({
  jti: z.uuid(),
  exp: z.int(),
  provider: z.uuid(),
  redirect: z.string(),
  invitation: z.uuid().optional(),
});

/** A sign-in that has begun, as the browser that began it keeps it. */
export interface BegunSignIn {
  id: string;
  providerId: string;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
  /** Whose invitation it accepts. */
  invitationId: string | undefined;
}

/**
 * A token that only the browser which begins a sign-in has, and the service does not store: state, nonce and the secret of PKCE are derived
 * from it, so that an answer of the provider is worth something in this browser alone.
 */
export async function issueSignInToken(
  { sessionSecrets, clock }: TokenContext,
  { providerId, redirectUri, invitationId }: Omit<BegunSignIn, 'id'>,
): Promise<string> {
  const issuedAt = Math.floor(clock.now() / 1000);
  const claims = { provider: providerId, redirect: redirectUri, invitation: invitationId };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: SIGN_IN_TYPE })
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SIGN_IN_LIFETIME_S)
    .sign(sessionSecrets[0]);
}

/** Undefined for a token that is none or has expired. */
export async function readSignInToken(
  context: TokenContext,
  token: string,
): Promise<(BegunSignIn & { expiresAt: number }) | undefined> {
  const payload = await verify(context, token, SIGN_IN_TYPE);
  const claims = signInSchema.safeParse(payload).data;
  return (
    claims && {
      id: claims.jti,
      providerId: claims.provider,
      redirectUri: claims.redirect,
      invitationId: claims.invitation,
      expiresAt: claims.exp * 1000,
    }
  );
}

/** What of a sign-in is sent to the provider, or kept from it until the end. */
export function secretsOf(token: string): { state: string; nonce: string; verifier: string } {
  const derive = (what: string) => createHmac('sha256', token).update(what).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

const codeSchema = z.object({ sub: z.uuid(), ver: z.int() });

/** A token of a person whom the provider has named, and who still owes a code of the second factor. */
export async function issueCodeToken(
  { sessionSecrets, clock }: TokenContext,
  owner: { userId: string; tokenVersion: number },
): Promise<string> {
  const issuedAt = Math.floor(clock.now() / 1000);
  return new SignJWT({ ver: owner.tokenVersion })
    .setProtectedHeader({ alg: ALGORITHM, typ: CODE_TYPE })
    .setSubject(owner.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + CODE_LIFETIME_S)
    .sign(sessionSecrets[0]);
}

export async function readCodeToken(
  context: TokenContext,
  token: string,
): Promise<{ userId: string; tokenVersion: number } | undefined> {
  const claims = codeSchema.safeParse(await verify(context, token, CODE_TYPE)).data;
  return claims && { userId: claims.sub, tokenVersion: claims.ver };
}

async function verify({ sessionSecrets, clock }: TokenContext, token: string, typ: string): Promise<unknown> {
  try {
    return await verifyToken(sessionSecrets, token, {
      algorithms: [ALGORITHM],
      typ,
      currentDate: new Date(clock.now()),
      requiredClaims: ['iat', 'exp'],
    });
  } catch {
    return undefined;
  }
}
