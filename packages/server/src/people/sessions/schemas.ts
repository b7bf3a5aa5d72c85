import { z } from 'zod';
import { instantField, nullableText } from '../../ground/http/fields.ts';
import { pageOf } from '../../ground/http/paging.ts';
import {
  CodeField,
  EmailField,
  idField,
  LinkTokenField,
  OtpField,
  PasswordField,
} from '../access/account-fields.ts';

const SessionRecord = z
  .object({
    id: idField('Identifier of the session'),
    created_at: instantField('When it was started'),
    last_seen_at: instantField('Last use, to the minute'),
    expires_at: instantField('When its token expires'),
    address: nullableText('Network address that it was started from', '203.0.113.7'),
    user_agent: nullableText('What started it', 'Firefox'),
    current: z.boolean().meta({ description: 'Whether it is the session of this request', examples: [true] }),
  })
  .meta({ id: 'Session' });

export const SessionPage = pageOf(SessionRecord).meta({ id: 'SessionPage' });

export const TotpOffer = z
  .object({
    secret: z.string().meta({ description: 'Secret in base 32, for typing in' }),
    uri: z.string().meta({ description: '`otpauth://` address, for a QR code' }),
  })
  .meta({ id: 'TotpOffer' });

export const TotpConfirmation = z.strictObject({ otp: CodeField }, 'Send otp as JSON.');

export const TotpState = z
  .object({ totp_enabled: z.boolean().meta({ description: 'Whether sign-in asks for a code' }) })
  .meta({ id: 'TotpState' });

const codes = z.array(z.string()).meta({
  description:
    'Codes that sign in once each in the place of a current code; shown in this answer and never again',
  examples: [['k7m2p-x9q4w']],
});

export const TotpConfirmed = TotpState.extend({ recovery_codes: codes }).meta({ id: 'TotpConfirmed' });

export const RecoveryCodes = z.object({ recovery_codes: codes }).meta({ id: 'RecoveryCodes' });

export const PasswordForgotten = z.strictObject({ email: EmailField }, 'Send email as JSON.');

export const MailSent = z
  .object({
    expires_in: z.int().meta({ description: 'Seconds for which the mailed link is valid', examples: [3600] }),
  })
  .meta({ id: 'MailSent' });

export const PasswordReset = z.strictObject(
  { token: LinkTokenField, password: PasswordField },
  'Send token and password as JSON.',
);

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
