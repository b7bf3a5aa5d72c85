import { z } from 'zod';
import {
  CodeField,
  EmailField,
  FullNameField,
  idField,
  lineField,
  LocaleField,
  PasswordField,
} from '../access/account-fields.ts';

const RegistrationId = idField('Identifier of the registration');

export const RegistrationRequest = z.strictObject(
  {
    email: EmailField,
    tenant_name: lineField('Name of the organisation', 'Energía del Sur'),
    locale: LocaleField.default('en'),
  },
  'Send email and tenant_name as JSON.',
);

export const RegistrationReply = z
  .object({
    registration_id: RegistrationId,
    expires_in: z.int().meta({ description: 'Seconds for which the mailed code is valid', examples: [600] }),
  })
  .meta({ id: 'Registration' });

export const CodeResend = z.strictObject(
  { registration_id: RegistrationId },
  'Send registration_id as JSON.',
);

export const CodeVerification = z.strictObject(
  { registration_id: RegistrationId, code: CodeField },
  'Send registration_id and code as JSON.',
);

export const CodeVerified = z
  .object({ verified: z.literal(true).meta({ description: 'The code is right; it is not used up yet' }) })
  .meta({ id: 'CodeVerified' });

export const RegistrationCompletion = z.strictObject(
  {
    registration_id: RegistrationId,
    code: CodeField,
    password: PasswordField,
    full_name: FullNameField,
    locale: LocaleField.optional(),
  },
  'Send registration_id, code, password and full_name as JSON.',
);
