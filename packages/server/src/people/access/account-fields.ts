import { z } from 'zod';
import { LOCALES } from '../../ground/config/locale.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-rules.ts';
import { ROLES, SCOPES } from './principal.ts';
import { isFitLine } from '../../ground/http/text-fault.ts';

const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 200;
const MAX_ID_LENGTH = 100;

/** One line of text without control characters, for names and labels. */
export function lineField(description: string, example: string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(MAX_NAME_LENGTH)
    .refine(isFitLine, 'Send one line without control characters.')
    .meta({ description, examples: [example] });
}

/** Text in an answer, as it is stored. */
export function shownField(description: string, example: string) {
  return z.string().meta({ description, examples: [example] });
}

export const ShownEmail = shownField('E-mail address, lower case', 'ana@example.com');
export const ShownName = shownField('Name of the person', 'Ana Ruiz');
export const ShownTenantName = shownField('Name of the tenant', 'Energía del Sur');

export const EmailField = z
  .email()
  .max(MAX_EMAIL_LENGTH)
  .meta({ description: 'E-mail address; its case does not matter', examples: ['ana@example.com'] });

/** Its length is checked again where it is hashed; this bound keeps long texts away from there. */
export const PasswordField = z
  .string()
  .min(1)
  .max(MAX_PASSWORD_LENGTH)
  .meta({
    description: `Password of ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation`,
    examples: ['correct horse battery staple'],
  });

export const FullNameField = lineField('Name of the person', 'Ana Ruiz');
export const LocaleField = z
  .enum(LOCALES)
  .meta({ description: 'Language of mail and pages', examples: ['es'] });
export const RoleField = z
  .enum(ROLES)
  .meta({ description: 'Each role may do what the ones before it may', examples: ['trader'] });
export const ScopeField = z
  .enum(SCOPES)
  .meta({ description: 'What a key may do', examples: ['forecasts:read'] });
export const CodeField = z
  .string()
  .regex(/^\d{6}$/, 'Send the 6 digits of the code.')
  .meta({ description: 'Code of 6 digits', examples: ['123456'] });
export const LinkTokenField = z
  .string()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .meta({ description: 'Token from the mailed link', examples: ['q3v9...'] });

export function idField(description: string) {
  return z.uuid().meta({ description, examples: ['0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de'] });
}

/** An id in a path: text that is no id at all is an id that no record has. */
export const IdPath = z.strictObject({
  id: z.string().max(MAX_ID_LENGTH).meta({ description: 'Identifier of the record' }),
});

/** An answer without a body. */
export const NoContent = z.null().describe('Done; there is no body.');

/** A body of changes: every field may be absent, but not all. */
export function changesOf<S extends z.ZodRawShape>(shape: S) {
  return z
    .strictObject(shape, 'Send the fields to change as JSON.')
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change.');
}

export const OtpField = z
  .string()
  .max(16)
  .meta({
    description: 'Current code of the second factor, where the account has one, or a recovery code',
    examples: ['123456'],
  });
