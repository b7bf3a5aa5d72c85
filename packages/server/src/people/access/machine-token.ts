import { SignJWT, decodeProtectedHeader, errors } from 'jose';
import { z } from 'zod';
import { type SessionSecrets, verifyToken } from '../../ground/secrets/session-secrets.ts';
import { RefusedCredential } from './refused-credential.ts';

export const MACHINE_TOKEN_LIFETIME_S = 900;

const ALGORITHM = 'HS256';
/** Keeps them apart from session tokens, which the same secrets sign. */
const TYPE = 'machine+jwt';

/** What an API key was given for a short time. */
export interface MachineToken {
  keyId: string;
  scopes: readonly string[];
  /** Epoch ms. */
  expiresAt: number;
}

const claimsSchema = z.object({ sub: z.uuid(), scope: z.string(), exp: z.int() });

export async function issueMachineToken(
  [secret]: SessionSecrets,
  { keyId, scopes, expiresAt }: MachineToken,
  now: number,
): Promise<string> {
  return new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(keyId)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(secret);
}

/** Whether a text says that it is such a token; nothing of it is checked yet. */
export function isMachineToken(text: string): boolean {
  try {
    return decodeProtectedHeader(text).typ === TYPE;
  } catch {
    return false;
  }
}

/** Checks signature, algorithm, lifetime and claims. Throws `invalid_token`. */
export async function readMachineToken(
  secrets: SessionSecrets,
  text: string,
  now: number,
): Promise<MachineToken> {
  try {
    const payload = await verifyToken(secrets, text, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      currentDate: new Date(now),
      requiredClaims: ['iat', 'exp'],
    });
    const { sub, scope, exp } = claimsSchema.parse(payload);
    return { keyId: sub, scopes: scope.split(' '), expiresAt: exp * 1000 };
  } catch (cause) {
    const hasExpired = cause instanceof errors.JWTExpired;
    throw new RefusedCredential(
      hasExpired
        ? 'The token has expired; get a new one from POST /oauth/token.'
        : 'The bearer token is not a valid token of POST /oauth/token.',
      { reason: hasExpired ? 'token expired' : 'no valid token' },
      cause,
    );
  }
}
