import { z } from 'zod';
import { IdPath, idField } from '../../people/access/account-fields.ts';
import { daySpanParameters, resolveDays } from '../../ground/http/common-names.ts';
import { checkDayRange } from '../../ground/http/day-range.ts';
import { dayField, instantField, nullableText, countField } from '../../ground/http/fields.ts';
import { ReasonCodesField } from '../../ground/http/reason-fields.ts';
import { pageOf } from '../../ground/http/paging.ts';
import { dayParameter } from '../../ground/http/parameters.ts';
import { PublicationRecord } from '../support/schemas.ts';

const MAX_BACKFILL_DAYS = 4000;
const MAX_NAME_LENGTH = 100;

const SourceName = z.string().meta({ description: 'Name of the source', examples: ['omie'] });
const PublicationName = z.string().meta({ description: 'What the source publishes', examples: ['price.da'] });

/** Any text: a source that does not exist is not found. */
export const SourcePath = z.strictObject({ source: SourceName });
export const BackfillPath = SourcePath.extend(IdPath.shape);

const HeldBack = z
  .object({
    publication: PublicationName,
    day: dayField('Delivery day'),
    reason: z.string().meta({ description: 'What the check found', examples: ['23 of 24 hours'] }),
    reason_codes: ReasonCodesField,
    recorded_at: instantField('When it came'),
  })
  .meta({ id: 'QuarantinedDay' });

export const SourceOverview = z
  .object({
    source: SourceName,
    state: z.enum(['ok', 'late', 'failing', 'idle']).meta({
      description:
        '`failing` after three requests in a row that gave nothing or one that was refused, `idle` while it was never asked',
    }),
    followed: z.boolean().meta({ description: 'True when the service requests it regularly' }),
    can_be_asked: z.boolean().meta({ description: 'False for want of a token' }),
    publishes: z.array(PublicationName).meta({ description: 'What a backfill can load' }),
    failures_in_row: countField('Requests in a row that gave nothing'),
    last_answer_at: instantField('When it last gave a usable answer').nullable(),
    last_failure_at: instantField('When it last did not').nullable(),
    last_failure: nullableText('Why', null),
    last_failure_codes: ReasonCodesField,
    publications: z.array(PublicationRecord).meta({ description: 'What is followed, with its lateness' }),
    quarantined_days: countField('Days of the last 30 that failed a check and were held back'),
    quarantined: z.array(HeldBack).meta({ description: 'The newest of them, at most 20' }),
  })
  .meta({ id: 'SourceOverview' });
export type SourceOverview = z.infer<typeof SourceOverview>;

export const SourcePage = pageOf(SourceOverview).meta({ id: 'SourcePage' });

export const BackfillStart = z
  .strictObject({
    ...daySpanParameters,
    from: dayParameter('The same as date_from', '2025-01-01').optional(),
    to: dayParameter('The same as date_to', '2025-12-31').optional(),
    publication: z
      .string()
      .min(1)
      .max(MAX_NAME_LENGTH)
      .optional()
      .meta({
        description: 'One publication of the source; all of them when left out',
        examples: ['price.da'],
      }),
  })
  .superRefine((body, check) => {
    const days = daysOfBackfill(body, check);
    if (days.date_from !== '' && days.date_to !== '') checkDayRange(days, MAX_BACKFILL_DAYS, check);
  })
  .meta({ id: 'BackfillStart' });

interface BackfillDays {
  date?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The span of a body by whichever names it has; faults are reported to the check. */
export function daysOfBackfill(
  { from, to, date, date_from, date_to }: BackfillDays,
  check: Pick<z.RefinementCtx, 'addIssue'> = { addIssue() {} },
) {
  for (const [name, day, other] of [
    ['date_from', date_from, from],
    ['date_to', date_to, to],
  ] as const) {
    if (day === undefined || other === undefined || day === other) continue;
    const message = `${name} is ${day}, and its other name says ${other}; send one of the two.`;
    check.addIssue({ code: 'custom', path: [name], message });
  }
  return resolveDays({ date, date_from: date_from ?? from, date_to: date_to ?? to }, check);
}

const BackfillProgress = z
  .object({
    publication: PublicationName,
    days: countField('Delivery days of the span', 365),
    settled: countField('Those that were there before or have been asked for by now', 120),
    complete: countField('Those that are there; known at the end', 365).nullable(),
    quarantined: countField('Those that failed a check; known at the end').nullable(),
    missing: countField('Those that the source did not give; known at the end').nullable(),
    failure: nullableText('The last reason for which it gave nothing', null),
    failure_codes: ReasonCodesField,
  })
  .meta({ id: 'BackfillProgress' });

export const BackfillRecord = z
  .object({
    id: idField('Identifier of the backfill'),
    source: SourceName,
    publication: PublicationName.nullable().meta({
      description: 'Null: all of the source',
      examples: [null],
    }),
    from: dayField('First delivery day', '2025-01-01'),
    to: dayField('Last delivery day', '2025-12-31'),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    attempts: countField('How often a worker began it: once more after each interruption', 1),
    progress: z.array(BackfillProgress),
    failure: nullableText('Why it failed', null),
    failure_codes: ReasonCodesField,
    created_at: instantField('When it was asked for'),
    started_at: instantField('When a worker first took it up').nullable(),
    finished_at: instantField('When it ended').nullable(),
  })
  .meta({ id: 'Backfill' });
export type BackfillRecord = z.infer<typeof BackfillRecord>;

export const BackfillPage = pageOf(BackfillRecord).meta({ id: 'BackfillPage' });
