import { z } from 'zod';
import { EmailField, PasswordField, idField, lineField } from '../../people/access/account-fields.ts';
import { instantField } from '../../ground/http/fields.ts';
import { OtpField } from '../../people/access/account-fields.ts';

const RevokesKeys = z
  .boolean()
  .optional()
  .meta({
    description:
      "True revokes the API keys that the person made; they work on without that: they are the tenant's",
    examples: [false],
  });

export const PersonCopyRecord = z
  .object({
    made_at: instantField('When the copy was made'),
    person: z.object({ id: idField('Identifier of the user'), email: z.string(), full_name: z.string() }),
    records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).meta({
      description: 'What is stored about the person, by kind, the newest first; times are in UTC',
    }),
    cut_off: z.array(z.string()).meta({
      description: 'Kinds with more records than the 10,000 that a copy has of each',
      examples: [[]],
    }),
  })
  .meta({ id: 'PersonCopy' });

const Counts = z.record(z.string(), z.int());

export const ErasureRecord = z
  .object({
    deleted: Counts.meta({ description: 'Rows that are gone, by kind', examples: [{ sessions: 3 }] }),
    anonymised: Counts.meta({
      description: 'Rows that stay and name nobody any more, by kind',
      examples: [{ actions: 12 }],
    }),
    stays: z
      .array(
        z.object({
          what: z.string().meta({ description: 'Kind of record', examples: ['api_keys'] }),
          why: z.string().meta({ description: 'Why it stays', examples: ["Keys are the organisation's."] }),
        }),
      )
      .meta({ description: 'What stays, and why' }),
    mentions: z
      .array(
        z.object({
          where: z.string().meta({ description: 'Kind of record and its field', examples: ['site.notes'] }),
          count: z.int().meta({ description: 'Records', examples: [1] }),
        }),
      )
      .meta({
        description:
          'Texts that people of the tenant wrote and that name the person still: change those that should not',
      }),
  })
  .meta({ id: 'Erasure' });

export const ErasureOfMe = z.strictObject(
  { password: PasswordField, otp: OtpField.optional(), revoke_api_keys: RevokesKeys },
  'Send password as JSON.',
);

export const ErasureOfUser = z.strictObject(
  { email: EmailField, revoke_api_keys: RevokesKeys },
  'Send the e-mail address of the user as JSON.',
);

export const DeletionOfTenant = z.strictObject(
  { name: lineField('Name of the tenant, to confirm which one is meant', 'Energía del Sur') },
  'Send the name of the tenant as JSON.',
);
