import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { assertAllowed, type RateLimiter } from '../../services/identity/rate-limiter.ts';
import { type SignInContext, signIn } from '../../services/identity/sign-in.ts';
import { TOKEN_DIALECT } from '../error-dialects.ts';
import { errorResponses } from '../schemas/error.ts';
import { TokenRequest, TokenResponse } from '../schemas/token.ts';

const REQUESTS_PER_ADDRESS_PER_MINUTE = 60;

export interface TokenRouteOptions {
  context: SignInContext;
  /** Requests by network address over one minute: routes without a credential are limited by it. */
  requests: RateLimiter;
}

export const tokenRoutes: FastifyPluginAsyncZod<TokenRouteOptions> = async (app, { context, requests }) => {
  app.removeAllContentTypeParsers();
  await app.register(formbody);

  app.post(
    '/auth/token',
    {
      config: { dialect: TOKEN_DIALECT },
      onRequest: async (request) => {
        const decision = await requests.take(request.ip, REQUESTS_PER_ADDRESS_PER_MINUTE);
        assertAllowed(decision, context.clock.now(), 'Too many requests from this address');
      },
      schema: {
        operationId: 'createToken',
        tags: ['Authentication'],
        summary: 'Exchange e-mail address and password for a session token',
        description:
          'The token is valid for 24 hours. An unknown account and a wrong password get the same answer. After 10 failures for an account or from an address within 15 minutes the answer is 429.',
        consumes: ['application/x-www-form-urlencoded'],
        querystring: z.strictObject({}),
        body: TokenRequest,
        response: {
          200: TokenResponse.describe('The session token.'),
          ...errorResponses([400, 401, 413, 422, 429, 500, 503], {
            400: 'An unknown query parameter: `unknown_parameter`.',
            401: 'The e-mail address or the password is wrong: `invalid_credentials`.',
            422: 'username or password is missing, or the body is malformed: `validation_error`.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { username, password } = request.body;
      const { token, expiresInS } = await signIn(context, {
        email: username,
        password,
        address: request.ip,
        userAgent: request.headers['user-agent'],
      });
      void reply.header('Cache-Control', 'no-store');
      return { access_token: token, token_type: 'bearer' as const, expires_in: expiresInS };
    },
  );
};
