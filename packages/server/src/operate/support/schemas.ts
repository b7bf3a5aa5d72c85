import { z } from 'zod';
import { HeldBackRecord } from '../../market/quarantine/record.ts';
import {
  SimulatedField,
  dayField,
  instantField,
  nullableText,
  countField,
} from '../../ground/http/fields.ts';
import { ReasonCodesField } from '../../ground/http/reason-fields.ts';
import { pageOf } from '../../ground/http/paging.ts';

const Health = z.enum(['on_time', 'late', 'gap', 'quarantined']).meta({
  description:
    'Of the newest day that should be there: `late` from half an hour behind its usual instant, `gap` after three days, `quarantined` when it came and failed a check',
});
const nullableInstant = (description: string) => instantField(description).nullable();

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
    usual_arrival: nullableText(
      'By when three of four of its days came that the service saw coming within 30 days, by the clock of Madrid and the delivery day D; null where it saw fewer than 14',
      'D-1 09:45',
    ),
    late: countField('Days of the last 30 that are late'),
    gaps: countField('Days of the last 30 that never came'),
    held_back: countField('Days of the last 30 that failed a check and wait for a decision'),
    without_result: countField(
      'Days of the last 30 that were published without prices: auctions without a result',
    ),
    corrections: countField('Corrections of days of the last 30'),
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
    followed: z.boolean().meta({ description: 'False when this service does not request it regularly' }),
    licence: nullableText(
      'Terms of its data and the name to give as the source; null where they are not known. They hold for what you pass on.',
      'CC BY 4.0; name as the source: Energy-Charts (Fraunhofer ISE)',
    ),
    refused: z.boolean().meta({
      description: 'True when it refused the last request: asking again as before does not help',
      examples: [false],
    }),
    failures_in_row: countField('Requests in a row that gave nothing'),
    newest_day: dayField('Newest delivery day that is there, of all that it publishes').nullable(),
    newest_at: nullableInstant('When the last of the newest days came'),
    late: countField('Days of the last 30 that are late'),
    gaps: countField('Days of the last 30 that never came'),
    held_back: countField('Days of the last 30 that failed a check and wait for a decision'),
    without_result: countField('Days of the last 30 that were published without prices'),
    last_answer_at: nullableInstant('When the source last gave a usable answer'),
    last_failure_at: nullableInstant('When it last did not'),
    last_failure: nullableText('Why', null),
    last_failure_codes: ReasonCodesField,
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
    reason: nullableText('What the source or the check said', 'not published yet'),
    reason_codes: ReasonCodesField,
  })
  .meta({ id: 'DataIncident' });

const ImportedSeries = z
  .object({
    source: z.string().meta({ description: 'Feed that the file was loaded into', examples: ['csv'] }),
    series: z.string().meta({ examples: ['gas.price'] }),
    resolution: z.enum(['PT15M', 'PT1H', 'P1D']).meta({ description: 'Length of its periods' }),
    newest_day: dayField('Newest delivery day that has a value'),
  })
  .meta({ id: 'ImportedSeries' });

const NotFollowed = z
  .object({
    source: z.string().meta({ examples: ['esios'] }),
    reason: z
      .enum(['no_token', 'not_in_sources'])
      .meta({ description: 'Its token is not set, or SOURCES leaves it out', examples: ['no_token'] }),
  })
  .meta({ id: 'SourceNotFollowed' });

export const DataStatus = z
  .object({
    status: z.enum(['ok', 'degraded']),
    as_of: instantField('Instant of the service that the answer is of, to the minute'),
    sources: z.array(SourceRecord),
    not_followed: z.array(NotFollowed).meta({ description: 'Sources that are not asked' }),
    imports: z
      .array(ImportedSeries)
      .meta({ description: 'Series that came from files and that no source is followed for' }),
    held_back: z
      .object({
        days: countField('Whole days of sources'),
        values: countField('Single values of files'),
      })
      .meta({ description: 'What failed a check and waits for a decision, of any age' }),
    incidents: z
      .array(IncidentRecord)
      .meta({ description: 'Days of the last 30 that are missing, the newest first' }),
    simulated: SimulatedField,
  })
  .meta({ id: 'DataStatus' });
export type DataStatus = z.infer<typeof DataStatus>;

/** What everyone may know of what is held back: not who decided what of it. */
const WaitingRecord = HeldBackRecord.omit({ state: true, decided_at: true, decision_reason: true }).meta({
  id: 'HeldBackData',
});

export const WaitingPage = pageOf(WaitingRecord).meta({ id: 'HeldBackDataPage' });
