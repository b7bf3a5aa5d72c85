import { type DeliveryDay, deliveryPeriods, formatMadrid, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import { daySpanParameters } from '../../ground/http/common-names.ts';
import type { CsvColumns } from '../../ground/http/csv.ts';
import { resolveSpan } from '../../ground/http/day-range.ts';
import { dayField, instantField, ResolutionField } from '../../ground/http/fields.ts';
import { CsvLocale, dayParameter, Format, Resolution } from '../../ground/http/parameters.ts';
import { formatInstant, roundPower } from '../../ground/http/wire.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { type DayProfile, energyOf } from '../portfolio/day-profiles.ts';
import { quantityField, SiteIdField } from '../portfolio/schemas.ts';
import { SITE_LIMITS } from '../portfolio/site-fields.ts';
import { MOST_DAYS, type PutProfile } from './keep-profile.ts';

const CSV_LENGTH = 500_000;
const MOST_PERIODS = 100;

const PowersField = z.array(z.number().max(SITE_LIMITS.powerMw.max)).max(MOST_PERIODS);
const EXAMPLE = [
  ...Array<number>(7).fill(0.4),
  ...Array<number>(12).fill(2.5),
  ...Array<number>(5).fill(0.8),
];

export const NewProfile = z
  .strictObject({
    days: z
      .array(
        z.strictObject({
          date: dayParameter('Delivery day', '2026-03-31'),
          resolution: Resolution,
          mw: PowersField.meta({
            description:
              'What the plant generates or the load takes in each period, MW: 23, 24 or 25 hours, 92, 96 or 100 quarter hours',
            examples: [EXAMPLE],
          }),
        }),
      )
      .min(1)
      .max(MOST_DAYS)
      .optional()
      .meta({ description: `Up to ${MOST_DAYS} whole days; or send \`csv\`` }),
    csv: z
      .string()
      .min(1)
      .max(CSV_LENGTH)
      .optional()
      .meta({
        description:
          'The same as CSV: `mw` with `date` and `period` (1 to 25, or 1 to 100), or with `time`, an instant with its offset',
        examples: ['date,period,mw\n2026-03-31,1,0.4\n2026-03-31,2,0.4\n'],
      }),
    resolution: Resolution.unwrap().optional().meta({
      description: 'Of the periods of `csv`; when absent as its numbers or instants say',
    }),
    dry_run: z.boolean().default(false).meta({ description: 'Only say what would be stored; nothing is' }),
  })
  .transform(({ days, csv, resolution, dry_run: dryRun }, check) => {
    if (days !== undefined && csv === undefined)
      return { sent: { days: days.map(({ date, ...day }) => ({ day: date, ...day })) }, dryRun };
    if (csv === undefined || days !== undefined)
      check.addIssue({ code: 'custom', path: ['days'], message: 'Send either days or csv.' });
    return { sent: { csv: csv ?? '', resolution }, dryRun };
  });

const dayFields = {
  date: dayField('Delivery day'),
  resolution: ResolutionField,
  energy_mwh: quantityField('Energy of the day, MWh', 38.4),
  highest_mw: quantityField('Highest power, MW', 2.5),
  lowest_mw: quantityField('Lowest power, MW', 0.4),
};

export const PutProfileRecord = z
  .object({
    site_id: SiteIdField,
    stored: z.boolean().meta({ description: 'False after a dry run' }),
    days: z.array(
      z
        .object({
          ...dayFields,
          replaces: z.boolean().meta({ description: 'Whether an earlier upload of the day gives way' }),
        })
        .meta({ id: 'PutProfileDay' }),
    ),
  })
  .meta({ id: 'PutProfile', description: 'What was stored, or would be' });
export type PutProfileRecord = z.infer<typeof PutProfileRecord>;

export const ProfileRecord = z
  .object({
    site_id: SiteIdField,
    days: z.array(
      z
        .object({
          ...dayFields,
          uploaded_at: instantField('When it was uploaded'),
          mw: z.array(z.number()).meta({ description: 'Power of each period, MW', examples: [EXAMPLE] }),
        })
        .meta({ id: 'ProfileDay' }),
    ),
  })
  .meta({ id: 'Profile', description: 'What was uploaded of the days of a site' });
export type ProfileRecord = z.infer<typeof ProfileRecord>;

export const ProfileQuery = z
  .strictObject({ ...daySpanParameters, format: Format, locale: CsvLocale })
  .transform((query, check) => resolveSpan(query, MOST_DAYS - 1, check));

export const ProfileDayPath = IdPath.extend({ date: dayParameter('Delivery day', '2026-03-31') });

type Profiles = readonly (DayProfile & { day: DeliveryDay })[];

export function toPutProfile(
  siteId: string,
  { days }: PutProfile,
  { dryRun }: { dryRun: boolean },
): PutProfileRecord {
  return {
    site_id: siteId,
    stored: !dryRun,
    days: days.map(({ isReplaced, ...day }) => ({ ...figuresOf(day), replaces: isReplaced })),
  };
}

export function toProfile(siteId: string, days: Profiles): ProfileRecord {
  return {
    site_id: siteId,
    days: days.map((day) => ({
      ...figuresOf(day),
      uploaded_at: formatInstant(day.uploadedAt),
      mw: [...day.mw],
    })),
  };
}

function figuresOf({ day, resolution, mw }: Pick<Profiles[number], 'day' | 'resolution' | 'mw'>) {
  return {
    date: day,
    resolution,
    energy_mwh: roundPower(energyOf({ resolution, mw })),
    highest_mw: roundPower(Math.max(...mw)),
    lowest_mw: roundPower(Math.min(...mw)),
  };
}

/** As it can be uploaded again. */
export const PROFILE_CSV: CsvColumns<ReturnType<typeof periodsOf>[number]> = {
  date: ({ day }) => day,
  period: ({ period }) => period,
  [`start (${TIME_ZONE})`]: ({ start }) => formatMadrid(start),
  mw: ({ mw }) => mw,
};

/** The periods of days, each with its number, from 1, and its power. */
export function periodsOf(days: Profiles) {
  return days.flatMap(({ day, resolution, mw }) =>
    deliveryPeriods(day, resolution).map(({ start }, i) => ({ day, period: i + 1, start, mw: mw[i] })),
  );
}
