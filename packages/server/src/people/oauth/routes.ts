import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import { callerAddress } from '../../ground/http/caller-address.ts';
import { OAUTH_DIALECT } from '../../ground/http/error-dialects.ts';
import { ErrorBody } from '../../ground/http/error.ts';
import type { Gate } from '../access/admission.ts';
import { limitHeaders } from '../limits/rate-limiter.ts';
import { issueToken, type OAuthContext, readClient } from './issue-token.ts';

/** A parameter without a value counts as absent, and unknown ones are ignored (RFC 6749, 3.2). */
const parameter = (description: string, longest: number) =>
  z.string().max(longest).optional().meta({ description });

const ClientTokenRequest = z
  .object({
    grant_type: z
      .string()
      .max(64)
      .optional()
      .meta({ description: '`client_credentials`', examples: ['client_credentials'] }),
    scope: parameter(
      'Scopes, separated by blanks; absent: every scope of the key. One that the key lacks is refused',
      500,
    ),
    client_id: parameter(
      'Beginning of the API key as its list shows it, or its id, unless it is in the header Authorization',
      128,
    ),
    client_secret: parameter('The API key, unless it is in the header Authorization', 512),
  })
  .nullish();

export const ClientToken = z
  .object({
    access_token: z.string().meta({ description: 'Bearer token for the header Authorization' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds until it ends', examples: [900] }),
    scope: z.string().meta({
      description: 'The scopes of the token, separated by blanks',
      examples: ['forecasts:read market:read'],
    }),
  })
  .meta({ id: 'ClientToken' });

export const OAuthError = ErrorBody.extend({
  error_description: z.string().meta({
    description: 'What is wrong and what to do',
    examples: ['Send grant_type=client_credentials.'],
  }),
}).meta({ id: 'OAuthError' });

const GRANT = 'client_credentials';
/** A form of a few short fields. */
const BODY_LIMIT_BYTES = 16_384;

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: OAuthError } },
});

/** OAuth 2.0 for machines: an API key is the client. */
export const oauthRoutes: FastifyPluginAsyncZod<{ context: OAuthContext; gate: Gate }> = async (
  app,
  { context, gate },
) => {
  app.removeAllContentTypeParsers();
  await app.register(formbody);

  app.post(
    '/oauth/token',
    {
      config: { dialect: OAUTH_DIALECT },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        operationId: 'createClientToken',
        tags: ['Authentication'],
        summary: 'Exchange an API key for a short-lived token (OAuth 2.0 client credentials)',
        description:
          'RFC 6749, 4.4. The beginning of an API key, as its list shows it, or its id is `client_id`, the key is `client_secret`, in the header `Authorization: Basic` or in the form. The token is valid for 15 minutes at most, opens what its scopes say, and ends with the key: a revoked key, or one whose overlap after a reroll is over, ends its tokens at once. Limits and allowed addresses are those of the key, and this request counts too. A scope that the key lacks is refused. What no scope names, such as webhooks, takes the key itself.',
        consumes: ['application/x-www-form-urlencoded'],
        body: ClientTokenRequest,
        response: {
          200: ClientToken.describe('The token.'),
          400: failure(
            'A parameter is missing, sent twice or unreadable: `invalid_request`; another grant: `unsupported_grant_type`; a scope that is unknown or that the key lacks: `invalid_scope`.',
          ),
          401: failure(
            'There is no such key, its id is another one, or it is revoked or expired: `invalid_client`.',
          ),
          403: failure('The key may not be used from this network address: `address_not_allowed`.'),
          413: failure('The body is larger than 16 KiB.'),
          429: failure('Too many requests; wait as many seconds as Retry-After says.'),
          500: failure('The service failed; it is safe to retry with exponential back-off.'),
          503: failure('The service cannot answer now; retry after as many seconds as Retry-After says.'),
        },
      },
    },
    async (request, reply) => {
      void reply.headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
      const form = request.body ?? {};
      if (!form.grant_type) throw new AppError('invalid_request', `Send grant_type=${GRANT} as a form.`);
      if (form.grant_type !== GRANT) {
        throw new AppError('unsupported_grant_type', `The one grant is ${GRANT}; send it as grant_type.`);
      }
      const client = readClient(request.headers.authorization, form);
      const input = { client, scope: form.scope, address: callerAddress(request) };
      const { token, expiresInS, scopes, decision } = await issueToken({ ...context, gate }, input);
      void reply.headers(limitHeaders(decision, context.clock.now()));
      return {
        access_token: token,
        token_type: 'Bearer' as const,
        expires_in: expiresInS,
        scope: scopes.join(' '),
      };
    },
  );
};
