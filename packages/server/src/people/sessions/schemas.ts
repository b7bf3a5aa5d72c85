import { z } from 'zod';
import { CodeField, EmailField, LinkTokenField, PasswordField, idField } from '../access/account-fields.ts';
import { instantField } from '../../ground/http/fields.ts';
import { pageOf } from '../../ground/http/paging.ts';

export const SessionRecord = z
  .object({
    id: idField('Identifier of the session'),
    created_at: instantField('When it was started'),
    last_seen_at: instantField('Last use, to the minute'),
    expires_at: instantField('When its token expires'),
    address: z
      .string()
      .nullable()
      .meta({ description: 'Network address that it was started from', examples: ['203.0.113.7'] }),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: 'What started it', examples: ['Firefox'] }),
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
