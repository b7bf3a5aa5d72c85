import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_LIFETIME_S, type DeviceTokens } from './known-device.ts';
import { API_PREFIX } from '../../ground/http/api-prefix.ts';

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
