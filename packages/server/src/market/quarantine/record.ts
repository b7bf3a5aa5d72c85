import { z } from 'zod';
import { lineField, shownField } from '../../people/access/account-fields.ts';
import { dayField, instantField, nullableText, countField } from '../../ground/http/fields.ts';
import { ReasonCodesField } from '../../ground/http/reason-fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';

const MAX_NAME_LENGTH = 100;
const MAX_ID_LENGTH = 40;

export const QuarantineQuery = z.strictObject({
  ...pageParameters,
  source: z
    .string()
    .max(MAX_NAME_LENGTH)
    // PostgreSQL has no text with a null character.
    .refine((text) => !text.includes('\0'), 'Send the name of a source.')
    .optional()
    .meta({ description: 'What came from this source alone', examples: ['omie'] }),
  decided: z
    .enum(['true', 'false'])
    .default('false')
    .meta({
      description: 'true: also what was released, discarded or replaced',
      examples: ['false'],
    }),
});

/** Text that is no id at all is an id that nothing has. */
export const QuarantinePath = z.strictObject({
  id: z
    .string()
    .max(MAX_ID_LENGTH)
    .meta({
      description:
        'What is held back: a day of a source (`d17`), or the values of a feed and day (`v3-2025-04-28`)',
      examples: ['d17'],
    }),
});

export const QuarantineDecision = z.strictObject(
  { reason: lineField('Why, shown in the audit log', 'OMIE has confirmed the prices') },
  'Send reason as JSON.',
);

export const HeldBackRecord = z
  .object({
    id: z.string().meta({ description: 'Identifier', examples: ['d17'] }),
    kind: z
      .enum(['day', 'values'])
      .meta({ description: 'A whole day of a source, or single values of a file' }),
    state: z.enum(['held', 'released', 'discarded', 'replaced']).meta({
      description: '`replaced`: what came later has taken its place',
      examples: ['held'],
    }),
    source: shownField('Name of the source, or of the feed that the file was loaded into', 'omie'),
    publication: shownField('What the source publishes, or the series of the values', 'price.da'),
    day: dayField('Delivery day'),
    reason: shownField('What the check found', '23 of 24 hours'),
    reason_codes: ReasonCodesField,
    recorded_at: instantField('When it came'),
    values: countField('How many values', 24),
    unit: nullableText(
      'Unit of lowest and highest; null where no value is a number, or units differ',
      'EUR/MWh',
    ),
    lowest: z
      .number()
      .nullable()
      .meta({ description: 'Lowest of the values', examples: [21.5] }),
    highest: z
      .number()
      .nullable()
      .meta({ description: 'Highest of the values', examples: [7000] }),
    decided_at: instantField('When it was released or discarded').nullable(),
    decision_reason: nullableText('Why', null),
  })
  .meta({ id: 'HeldBack' });
export type HeldBackRecord = z.infer<typeof HeldBackRecord>;

export const HeldBackPage = pageOf(HeldBackRecord).meta({ id: 'HeldBackPage' });

export const HeldBackDetails = HeldBackRecord.extend({
  contents: z
    .array(
      z.object({
        series: shownField('Series', 'price.da'),
        unit: shownField('Unit', 'EUR/MWh'),
        resolution: shownField('Length of the period', 'PT1H'),
        start: instantField('Start of the period'),
        value: z
          .number()
          .nullable()
          .meta({ description: 'As it came; null: no finite number', examples: [7000] }),
      }),
    )
    .meta({ description: 'The values as they came' }),
}).meta({ id: 'HeldBackDetails' });
export type HeldBackDetails = z.infer<typeof HeldBackDetails>;

export const ReleasedRecord = HeldBackRecord.extend({
  known_from: instantField('From when the values count as known; null: from their usual instants').nullable(),
}).meta({ id: 'ReleasedFromQuarantine' });
export type ReleasedRecord = z.infer<typeof ReleasedRecord>;
