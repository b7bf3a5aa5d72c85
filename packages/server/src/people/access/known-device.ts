import { randomUUID } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { API_PREFIX } from '../../ground/http/service-links.ts';
import { verifyToken } from '../../ground/secrets/session-secrets.ts';
import type { AuthenticationContext } from './account-context.ts';
import { findAccount } from './identity.ts';

/** How long a device is known without signing in again. */
const DEVICE_LIFETIME_S = 180 * 86_400;

const ALGORITHM = 'HS256';
/** No session token has it, and a device token lacks what makes a session. */
const TYPE = 'device+jwt';

/** Gives the token of the device that asks for the account of a user, if it has one. */
export type DeviceTokens = (userId: string) => string | undefined;

const claimsSchema = z.object({ sub: z.uuid(), jti: z.uuid(), ver: z.int() });

/**
 * A token by which a device is known to have signed in to an account. It opens nothing: the guesses of a known device are counted apart
 * from those of strangers. It ends with every change of the password.
 */
export async function issueDeviceToken(
  { sessionSecrets, clock }: Pick<AuthenticationContext, 'sessionSecrets' | 'clock'>,
  owner: { userId: string; tokenVersion: number },
): Promise<string> {
  const issuedAt = Math.floor(clock.now() / 1000);
  return new SignJWT({ ver: owner.tokenVersion })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(owner.userId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + DEVICE_LIFETIME_S)
    .sign(sessionSecrets[0]);
}

/** The id of the device, where it has signed in to the account of the address; undefined for a stranger. */
export async function findKnownDevice(
  context: AuthenticationContext,
  { email, tokenOf }: { email: string; tokenOf: DeviceTokens | undefined },
): Promise<string | undefined> {
  if (tokenOf === undefined) return undefined;
  const account = await findAccount(context.db, email);
  const token = account && tokenOf(account.userId);
  if (token === undefined) return undefined;
  const claims = await readDeviceToken(context, token);
  const isOfAccount = claims?.sub === account?.userId && claims?.ver === account?.tokenVersion;
  return isOfAccount ? claims?.jti : undefined;
}

async function readDeviceToken(
  { sessionSecrets, clock }: AuthenticationContext,
  token: string,
): Promise<z.infer<typeof claimsSchema> | undefined> {
  try {
    const payload = await verifyToken(sessionSecrets, token, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      currentDate: new Date(clock.now()),
      requiredClaims: ['iat', 'exp'],
    });
    return claimsSchema.parse(payload);
  } catch {
    return undefined;
  }
}

const PREFIX = 'lonja_device_';

/** Of a browser, for each of the accounts that it has signed in to. */
function cookieName(userId: string): string {
  return `${PREFIX}${userId.slice(0, 8)}`;
}

/** The tokens by which the browser of a request is known to accounts; undefined where it has none. */
export function deviceTokensOf({ headers }: FastifyRequest): DeviceTokens | undefined {
  const { cookie = '' } = headers;
  if (!cookie.includes(PREFIX)) return undefined;
  const cookies = parseCookie(cookie);
  return (userId) => cookies[cookieName(userId)];
}

/** Lets the browser be known to the account from now on. The cookie opens nothing, and no script reads it. */
export function setDeviceCookie(
  reply: FastifyReply,
  { userId, token }: { userId: string; token: string },
): void {
  const cookie = stringifySetCookie({
    name: cookieName(userId),
    value: token,
    path: `${API_PREFIX}/auth`,
    httpOnly: true,
    sameSite: 'strict',
    secure: reply.request.protocol === 'https',
    maxAge: DEVICE_LIFETIME_S,
  });
  void reply.header('Set-Cookie', cookie);
}
