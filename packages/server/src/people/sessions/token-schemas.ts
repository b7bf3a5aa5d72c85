import { z } from 'zod';
import { OtpField } from '../access/account-fields.ts';

/** Fields of OAuth 2 clients such as `grant_type` are accepted and ignored. */
export const TokenRequest = z.object(
  {
    username: z
      .string()
      .min(1)
      .max(254)
      // PostgreSQL cannot hold a null character in text.
      .refine((text) => !text.includes('\0'), 'Send an e-mail address without null characters.')
      .meta({ description: 'E-mail address of the account', examples: ['ana@example.com'] }),
    password: z.string().min(1).max(128).meta({ description: 'Password of the account' }),
    otp: OtpField.optional(),
  },
  'Send username and password as application/x-www-form-urlencoded.',
);

export const TokenResponse = z
  .object({
    access_token: z.string().meta({ description: 'Bearer token for the Authorization header' }),
    token_type: z.literal('bearer'),
    expires_in: z.int().meta({ description: 'Seconds until expiry', examples: [86_400] }),
  })
  .meta({ id: 'TokenResponse' });
