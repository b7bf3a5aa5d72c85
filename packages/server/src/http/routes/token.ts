import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type SignInContext, signIn } from '../../services/identity/sign-in.ts';
import { TOKEN_DIALECT } from '../error-dialects.ts';
import { NoQuery } from '../schemas/account-fields.ts';
import { errorResponses } from '../schemas/error.ts';
import { TokenRequest, TokenResponse } from '../schemas/token.ts';
import { originOf, tokenReply } from './token-reply.ts';

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
          'The token is valid for 24 hours. An unknown account and a wrong password get the same answer. An account with a second factor needs its current code, or a recovery code, as `otp`. After 10 failures for an account or from an address within 15 minutes the answer is 429.',
        consumes: ['application/x-www-form-urlencoded'],
        querystring: NoQuery,
        body: TokenRequest,
        response: {
          200: TokenResponse.describe('The session token.'),
          ...errorResponses([400, 401, 413, 422, 429, 500, 503], {
            400: 'An unknown query parameter: `unknown_parameter`.',
            401: 'The e-mail address or the password is wrong, or the code of the second factor is missing or wrong: `invalid_credentials`.',
            422: 'username or password is missing, or the body is malformed: `validation_error`.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { username, password, otp } = request.body;
      const input = { email: username, password, ...(otp && { otp }), ...originOf(request) };
      return tokenReply(reply, await signIn(context, input));
    },
  );
};
