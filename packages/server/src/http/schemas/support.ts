import { z } from 'zod';
import { SimulatedField, dayField, instantField } from './fields.ts';

const Health = z.enum(['on_time', 'late', 'gap', 'quarantined']).meta({
  description:
    'Of the newest day that should be there: `late` from half an hour behind its usual instant, `gap` after three days, `quarantined` when it came and failed a check',
});
const nullableInstant = (description: string) => instantField(description).nullable();
const count = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [0] });

export const PublicationRecord = z
  .object({
    name: z.string().meta({ description: 'What the source publishes', examples: ['price.da'] }),
    state: Health,
    latest_day: dayField('Newest delivery day that is there').nullable(),
    expected_at: nullableInstant('Usual instant of publication of that day'),
    published_at: nullableInstant('When that day came'),
    lateness_s: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'By how much it was late', examples: [0] }),
    next_expected_at: nullableInstant('When the next day is expected'),
    gaps: count('Days of the last 30 that never came'),
    corrections: count('Corrections of days of the last 30'),
    last_correction_at: nullableInstant('The newest of them'),
  })
  .meta({ id: 'PublicationStatus' });
export type PublicationRecord = z.infer<typeof PublicationRecord>;

const SourceRecord = z
  .object({
    source: z.string().meta({ description: 'Name of the source', examples: ['omie'] }),
    state: z.enum(['ok', 'late', 'failing']).meta({
      description: '`failing` after three requests in a row that gave nothing, or one that was refused',
    }),
    last_answer_at: nullableInstant('When the source last gave a usable answer'),
    last_failure_at: nullableInstant('When it last did not'),
    last_failure: z
      .string()
      .nullable()
      .meta({ description: 'Why', examples: [null] }),
    publications: z.array(PublicationRecord),
  })
  .meta({ id: 'SourceStatus' });

const IncidentRecord = z
  .object({
    source: z.string().meta({ examples: ['omie'] }),
    publication: z.string().meta({ examples: ['price.ida2'] }),
    day: dayField('Delivery day that is missing'),
    kind: z.enum(['late', 'gap', 'quarantined']),
    expected_at: instantField('Usual instant of publication'),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'What the source or the check said', examples: ['not published yet'] }),
  })
  .meta({ id: 'DataIncident' });

export const DataStatus = z
  .object({
    status: z.enum(['ok', 'degraded']),
    sources: z.array(SourceRecord),
    incidents: z
      .array(IncidentRecord)
      .meta({ description: 'Days of the last 30 that are missing, the newest first' }),
    simulated: SimulatedField,
  })
  .meta({ id: 'DataStatus' });
export type DataStatus = z.infer<typeof DataStatus>;
