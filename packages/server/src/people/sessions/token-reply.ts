import type { FastifyReply, FastifyRequest } from 'fastify';
import { setDeviceCookie } from '../access/device-cookie.ts';
import type { SessionOrigin, SignedIn } from './start-session.ts';
import { callerAddress } from '../../ground/http/caller-address.ts';

/** Where a session is started from. */
export function originOf(request: FastifyRequest): SessionOrigin {
  return { address: callerAddress(request), userAgent: request.headers['user-agent'] };
}

/** The token response, and the cookie by which the browser is known; no cache may keep it. */
export function tokenReply(reply: FastifyReply, { token, expiresInS, device }: SignedIn) {
  setDeviceCookie(reply, device);
  void reply.header('Cache-Control', 'no-store');
  return { access_token: token, token_type: 'bearer' as const, expires_in: expiresInS };
}
