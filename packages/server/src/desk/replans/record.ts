import { formatMadrid } from '@lonja/forecasting/market';
import { z } from 'zod';
import { daySpanParameters } from '../../ground/http/common-names.ts';
import type { CsvColumns } from '../../ground/http/csv.ts';
import { resolveSpan } from '../../ground/http/day-range.ts';
import {
  dayField,
  ForecastIdField,
  HourField,
  instantField,
  priceField,
  ResolutionField,
  SimulatedField,
  StartField,
  countField,
} from '../../ground/http/fields.ts';
import {
  CsvLocale,
  Format,
  instantParameter,
  parseInstant,
  Resolution,
} from '../../ground/http/parameters.ts';
import { formatInstant, roundMoney, roundPercent, roundPower, roundPrice } from '../../ground/http/wire.ts';
import type { MoneyRange } from '../portfolio/money.ts';
import { storeOf } from '../portfolio/plan-site.ts';
import {
  cyclesParameter,
  moneyField,
  moneyFields,
  quantityField,
  SiteIdField,
} from '../portfolio/schemas.ts';
import { SITE_LIMITS } from '../portfolio/site-fields.ts';
import { type MeasuredCharge, MOST_MEASURED, readMeasuredCsv, type StoredCharge } from './charges.ts';
import type { replanSite } from './replan-site.ts';

const CSV_LENGTH = 100_000;
export const MOST_ASKED_DAYS = 8;

const chargeField = (description: string, example: number) =>
  z
    .number()
    .min(SITE_LIMITS.charge.min)
    .max(SITE_LIMITS.charge.max)
    .meta({ description, examples: [example] });

const sentFields = {
  measured: z
    .array(
      z.strictObject({
        at: instantParameter('When it was measured', '2026-03-30T12:00:00+02:00'),
        soc: chargeField('Charge, percent', 42.5),
      }),
    )
    .min(1)
    .max(MOST_MEASURED)
    .optional()
    .meta({ description: 'What was measured, in any order; or send `csv`' }),
  csv: z
    .string()
    .min(1)
    .max(CSV_LENGTH)
    .optional()
    .meta({
      description: `The same as CSV: columns \`time\` and \`soc\`, at most ${MOST_MEASURED} rows`,
      examples: ['time,soc\n2026-03-30T12:00:00+02:00,42.5\n'],
    }),
};

/** What was sent as JSON or CSV; undefined where neither was. */
function measuredOf(
  { measured, csv }: { measured?: { at: string; soc: number }[] | undefined; csv?: string | undefined },
  check: z.RefinementCtx,
): MeasuredCharge[] | undefined {
  const refuse = (path: string, message: string) => {
    check.addIssue({ code: 'custom', path: [path], message });
    return [];
  };
  if (measured !== undefined && csv !== undefined) return refuse('measured', 'Send either measured or csv.');
  if (csv === undefined) return measured?.map(({ at, soc }) => ({ at: parseInstant(at), soc }));
  try {
    const rows = readMeasuredCsv(csv);
    return rows.length === 0 || rows.length > MOST_MEASURED
      ? refuse('csv', `It has ${rows.length} rows; send 1 to ${MOST_MEASURED}.`)
      : rows;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse('csv', error.message);
  }
}

export const NewCharge = z.strictObject(sentFields).transform((sent, check) => {
  const measured = measuredOf(sent, check);
  if (measured === undefined)
    check.addIssue({ code: 'custom', path: ['measured'], message: 'Send measured or csv.' });
  return { measured: measured ?? [] };
});

export const NewReplan = z
  .strictObject({
    ...sentFields,
    measured: sentFields.measured.meta({
      description:
        'What was measured, in any order, all of one delivery day; or send `csv`; without both what is stored of today',
    }),
    plan: z.enum(['expected', 'robust']).default('expected').meta({ description: 'As of the schedule' }),
    resolution: Resolution,
    end_soc: chargeField(
      'Least charge at the end of the day, percent; as the site says when absent',
      50,
    ).optional(),
    max_cycles: cyclesParameter('Most fillings taken out in the whole day; as the site says when absent'),
  })
  .transform(({ measured, csv, ...rest }, check) => ({
    ...rest,
    measured: measuredOf({ measured, csv }, check),
  }));

const chargeFields = {
  at: instantField('When it was measured'),
  soc: chargeField('Charge, percent', 42.5),
  uploaded_at: instantField('When it was uploaded'),
};
const LatestField = z
  .object(chargeFields)
  .nullable()
  .meta({ description: 'The newest measurement of all; null: none is stored' });

export const PutChargeRecord = z
  .object({
    site_id: SiteIdField,
    stored: countField('Measurements of this upload', 1, 1),
    latest: LatestField,
  })
  .meta({ id: 'PutCharge' });
export type PutChargeRecord = z.infer<typeof PutChargeRecord>;

export const ChargeRecord = z
  .object({
    site_id: SiteIdField,
    latest: LatestField,
    measured: z
      .array(z.object(chargeFields).meta({ id: 'MeasuredCharge' }))
      .meta({ description: 'Of the days that were asked for, in order' }),
  })
  .meta({ id: 'SiteCharge', description: 'What a battery really held' });
export type ChargeRecord = z.infer<typeof ChargeRecord>;

export const ChargeQuery = z
  .strictObject({ ...daySpanParameters, format: Format, locale: CsvLocale })
  .transform((query, check) => resolveSpan(query, MOST_ASKED_DAYS - 1, check));

export const Replan = z
  .object({
    site_id: SiteIdField,
    date: dayField('Delivery day'),
    resolution: ResolutionField,
    plan: z.enum(['expected', 'robust']),
    prices: z.enum(['cleared', 'forecast']).meta({
      description: '`cleared`: the prices of the day are public, and the plan is by them',
    }),
    forecast_id: ForecastIdField,
    issued_at: instantField('When the forecast was issued'),
    simulated: SimulatedField,
    measured_at: instantField('The last measurement, which the plan starts from'),
    soc: chargeField('Its charge, percent', 42.5),
    used_cycles: z.number().meta({ description: 'Fillings taken out so far, as measured', examples: [0.4] }),
    cycles_left: z.number().meta({ description: 'Fillings that the plan may take out', examples: [1.1] }),
    end_soc: chargeField('Least charge at the end of the day, percent', 50),
    total: z.object({
      ...moneyFields,
      charged_mwh: quantityField('Drawn to charge, MWh', 20.1),
      discharged_mwh: quantityField('Given by discharging, MWh', 17.7),
      wear_eur: moneyField('What the use of the battery costs; the other money is without it', 71.4),
    }),
    periods: z.array(
      z
        .object({
          hour: HourField,
          start: StartField,
          price: priceField('Price that cleared, or point estimate', 84.12),
          power_mw: quantityField('Feed-in; negative is drawn, MW', -10),
          charge_mw: quantityField('Charging, measured at the connection, MW', 10),
          discharge_mw: quantityField('Discharging, measured at the connection, MW', 0),
          stored_mwh: quantityField('Stored at the end of the period, MWh', 14.7),
          soc: chargeField('Charge at the end of the period, percent', 73.5),
          ...moneyFields,
        })
        .meta({ id: 'ReplannedPeriod' }),
    ),
  })
  .meta({ id: 'Replan', description: 'Plan of the rest of a day' });
export type Replan = z.infer<typeof Replan>;

export function toReplan(
  { site, outlook, plan, options, last, ...made }: Awaited<ReturnType<typeof replanSite>>,
  query: Pick<Replan, 'plan' | 'resolution'>,
): Replan {
  const { periodHours, run } = outlook;
  const { energyMwh } = storeOf(site);
  const energyOf = (mw: Float64Array) => roundPower(periodHours * mw.reduce((sum, each) => sum + each, 0));
  const percent = (mwh: number) => Math.min(Math.max(roundPercent((100 * mwh) / energyMwh), 0), 100);
  return {
    site_id: site.id,
    date: outlook.day,
    ...query,
    prices: made.isCleared ? 'cleared' : 'forecast',
    forecast_id: run.id,
    issued_at: formatInstant(run.issuedAt),
    simulated: run.dataOrigin === 'simulator',
    measured_at: formatInstant(last.at),
    soc: last.soc,
    used_cycles: roundPercent(made.usedCycles),
    cycles_left: roundPercent(made.cyclesLeft),
    end_soc: roundPercent(100 * options.endShare),
    total: {
      ...toMoney(made.total),
      charged_mwh: energyOf(plan.chargeMw),
      discharged_mwh: energyOf(plan.dischargeMw),
      wear_eur: roundMoney(made.wear),
    },
    periods: outlook.periods.map(({ start, hour, value }, t) => ({
      hour,
      start: formatMadrid(start),
      price: roundPrice(value),
      power_mw: roundPower(plan.netMw[t]),
      charge_mw: roundPower(plan.chargeMw[t]),
      discharge_mw: roundPower(plan.dischargeMw[t]),
      stored_mwh: roundPower(plan.storedMwh[t]),
      soc: percent(plan.storedMwh[t]),
      ...toMoney(made.periods[t]),
    })),
  };
}

function toMoney({ expected, p10, p90 }: MoneyRange) {
  return { expected_eur: roundMoney(expected), p10_eur: roundMoney(p10), p90_eur: roundMoney(p90) };
}

export function toCharge({ at, soc, uploadedAt }: StoredCharge): ChargeRecord['measured'][number] {
  return { at: formatInstant(at), soc, uploaded_at: formatInstant(uploadedAt) };
}

/** As it can be uploaded again; in Madrid time, with its offset. */
export const CHARGE_CSV: CsvColumns<StoredCharge> = {
  time: ({ at }) => formatMadrid(at),
  soc: ({ soc }) => soc,
};
