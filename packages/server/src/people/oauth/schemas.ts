import { z } from 'zod';
import { ErrorBody } from '../../ground/http/error.ts';

/** A parameter without a value counts as absent, and unknown ones are ignored (RFC 6749, 3.2). */
const parameter = (description: string, longest: number) =>
  z.string().max(longest).optional().meta({ description });

export const ClientTokenRequest = z
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
