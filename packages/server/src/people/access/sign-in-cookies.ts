import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from '../../ground/http/api-prefix.ts';

const SIGN_IN_PREFIX = 'lonja_sign_in_';
const CODE_COOKIE = 'lonja_sign_in_code';
const CODE_LIFETIME_S = 300;
const STATE_CHARACTERS = 8;

/** Of one sign-in of a browser, which may have begun several. */
function signInCookie(state: string): string {
  return `${SIGN_IN_PREFIX}${state.slice(0, STATE_CHARACTERS)}`;
}

/** The token of the sign-in that a state belongs to, where this browser began it. */
export function signInTokenOf({ headers }: FastifyRequest, state: string): string | undefined {
  return parseCookie(headers.cookie ?? '')[signInCookie(state)];
}

export function codeTokenOf({ headers }: FastifyRequest): string | undefined {
  return parseCookie(headers.cookie ?? '')[CODE_COOKIE];
}

export function setSignInCookie(reply: FastifyReply, state: string, token: string, maxAge: number): void {
  setCookie(reply, { name: signInCookie(state), value: token, maxAge });
}

export function clearSignInCookie(reply: FastifyReply, state: string): void {
  setCookie(reply, { name: signInCookie(state), value: '', maxAge: 0 });
}

export function setCodeCookie(reply: FastifyReply, token: string): void {
  setCookie(reply, { name: CODE_COOKIE, value: token, maxAge: CODE_LIFETIME_S });
}

export function clearCodeCookie(reply: FastifyReply): void {
  setCookie(reply, { name: CODE_COOKIE, value: '', maxAge: 0 });
}

/** The page that ends a sign-in is the service's own, so no other site ever sends it. */
function setCookie(reply: FastifyReply, cookie: { name: string; value: string; maxAge: number }): void {
  const text = stringifySetCookie({
    ...cookie,
    path: `${API_PREFIX}/auth/openid`,
    httpOnly: true,
    sameSite: 'strict',
    secure: reply.request.protocol === 'https',
  });
  void reply.header('Set-Cookie', text);
}
