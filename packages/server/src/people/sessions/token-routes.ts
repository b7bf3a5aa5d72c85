import formbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerAddress } from '../../ground/http/caller-address.ts';
import { TOKEN_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import type { SignInContext } from '../access/account-context.ts';
import { deviceTokensOf, setDeviceCookie } from '../access/known-device.ts';
import type { SessionOrigin, SignedIn } from './rules.ts';
import { TokenRequest, TokenResponse } from './schemas.ts';
import { signIn } from './sign-in.ts';

export const tokenRoutes: FastifyPluginAsyncZod<{ context: SignInContext }> = async (app, { context }) => {
  app.removeAllContentTypeParsers();
  await app.register(formbody);

  app.post(
    '/auth/token',
    {
      config: { dialect: TOKEN_DIALECT },
      schema: {
        operationId: 'createToken',
        tags: ['Authentication'],
        summary: 'Exchange e-mail address and password for a session token',
        description:
          'The token is valid for 24 hours. An unknown account and a wrong password get the same answer. An account with a second factor needs its current code, or a recovery code, as `otp`. After 10 wrong passwords from an address, or 10 wrong codes for an account, within 15 minutes the answer is 429, and after 100 wrong passwords for an account within an hour, wherever they came from. A browser that has signed in to the account before has a cookie (`lonja_device_...`, for 180 days) and is counted apart; a new password by mail ends the waiting.',
        consumes: ['application/x-www-form-urlencoded'],
        body: TokenRequest,
        response: {
          200: TokenResponse.describe('The session token.'),
          ...errorResponses([400, 401, 403, 413, 422, 429, 500, 503], {
            400: 'An unknown query parameter: `unknown_parameter`.',
            401: 'The e-mail address or the password is wrong, or the code of the second factor is missing or wrong: `invalid_credentials`.',
            403: 'The password is right, but the organisation requires sign-in by its own provider: `sign_in_refused`.',
            422: 'username or password is missing, or the body is malformed: `validation_error`.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { username, password, otp } = request.body;
      const input = { email: username, password, ...(otp && { otp }), ...originOf(request) };
      const deviceTokens = deviceTokensOf(request);
      return tokenReply(reply, await signIn(context, { ...input, deviceTokens }));
    },
  );
};

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
