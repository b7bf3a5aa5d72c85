import { TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import { SITE_KINDS } from '../../ground/database/site-schema.ts';
import {
  dayField,
  DEGRADED_FIELDS,
  ForecastIdField,
  HourField,
  instantField,
  ModelVersionField,
  priceField,
  ResolutionField,
  SimulatedField,
  StartField,
  UnitField,
  countField,
} from '../../ground/http/fields.ts';
import { dayParameter, decimalParameter, Hour, Resolution } from '../../ground/http/parameters.ts';
import { BeyondClearedField, ClearedExtremesField } from '../../market/prices/cleared-record.ts';
import { idField } from '../../people/access/account-fields.ts';
import { type AskedOptions, BATTERY_DEFAULTS } from './plan-site.ts';
import { SITE_LIMITS } from './site-fields.ts';

const LAST_HOUR = 24;

/** Why a site has no value: its plan is still to be made, no plan keeps to all of its limits, or what it generates is not known. */
export const UNVALUED_CODES = ['pending', 'infeasible', 'no_volume'] as const;

export type UnvaluedCode = (typeof UNVALUED_CODES)[number];

export const DeliveryDay = dayParameter(`Delivery day in ${TIME_ZONE}`);
const Curtail = z.enum(['true', 'false']).optional().meta({
  description:
    'Whether a plant is held back below its `offer_floor`; `true` for one without a floor: below 0. When absent as the site says: only one with a floor is',
});

export const ValuationQuery = z.strictObject({ date: DeliveryDay, resolution: Resolution, curtail: Curtail });

/** How a site is to be run, as a question says it. */
export const askedFields = {
  plan: z.enum(['expected', 'robust']).default('expected').meta({
    description:
      '`expected` earns most on average over the scenarios; `robust` gives up some of that where it loses less on bad days',
  }),
  curtail: Curtail,
  start_soc: percentParameter(
    'Battery: charge at the start of the day, percent; that of the site when absent, without one 50',
  ),
  end_soc: percentParameter(
    'Battery: least charge at the end of the day, percent; that of the site when absent, without one as at the start',
  ),
  max_cycles: decimalParameter(
    SITE_LIMITS.cycles,
    'Battery: most energy taken out of it in the day, in fillings; that of the site when absent',
    '1.5',
  ).optional(),
  from_hour: Hour.optional().meta({
    description: 'Load: first local hour that it may run in; 0 when absent',
    examples: [22],
  }),
  to_hour: z
    .int()
    .min(1)
    .max(LAST_HOUR)
    .optional()
    .meta({
      description: 'Load: local hour by which it has to be done; 24 when absent',
      examples: [24],
    }),
};

/** A window of a load has to have hours. */
export function checkWindow(
  { from_hour = 0, to_hour = LAST_HOUR }: { from_hour?: number | undefined; to_hour?: number | undefined },
  check: z.RefinementCtx,
): void {
  if (from_hour < to_hour) return;
  check.addIssue({ code: 'custom', path: ['to_hour'], message: 'to_hour must be later than from_hour.' });
}

export const ScheduleQuery = z
  .strictObject({ date: DeliveryDay, resolution: Resolution, ...askedFields })
  .superRefine(checkWindow);

export const SummaryQuery = z.strictObject({
  date: DeliveryDay.optional().meta({ description: 'Delivery day; tomorrow when absent' }),
  resolution: Resolution,
});

export const KindField = z.enum(SITE_KINDS).meta({ description: 'Kind of site', examples: ['battery'] });
export const SiteIdField = idField('Identifier of the site');
const SettledField = moneyField('At the prices that cleared; null until they have', 812.4).nullable();

export const moneyFields = {
  expected_eur: moneyField('Mean over the scenarios', 820.17),
  p10_eur: moneyField('10th percentile', 640.02),
  p90_eur: moneyField('90th percentile', 1010.55),
};

export const outlookFields = {
  forecast_id: ForecastIdField,
  issued_at: instantField('When the forecast was issued'),
  model_version: ModelVersionField,
  ...DEGRADED_FIELDS,
  cleared_extremes: ClearedExtremesField,
  scenarios: countField('Scenarios of the day: as many paths of `/forecasts/scenarios`, the same', 100, 1),
  scenario_source: z.enum(['past_forecasts', 'assumed']).meta({
    description:
      'How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than 20 are known',
  }),
  simulated: SimulatedField,
};

const priceFields = {
  hour: HourField,
  start: StartField,
  price: priceField('Point estimate', 84.12),
  price_p10: priceField('10th percentile of the price', 61.2),
  price_p90: priceField('90th percentile of the price', 99.8),
  beyond_cleared: BeyondClearedField,
};

export const VolumeSourceField = z
  .enum(['uploaded_profile', 'profile', 'national_forecast', 'solar_geometry', 'flat', 'plan'])
  .meta({
    description:
      "What the power rests on: what was uploaded of the day, the site's profile, its share of the country's forecast wind or solar power, the sun over its place, its capacity all day, or a plan; of a hybrid what its plant's power rests on",
    examples: ['national_forecast'],
  });

export const uploadedField = z
  .object({ resolution: ResolutionField, uploaded_at: instantField('When it was uploaded') })
  .meta({ id: 'UploadedProfile' })
  .nullable()
  .meta({
    description:
      'The uploaded profile of the day that the power, or the energy of a load, rests on; null: none',
  });

const OfferFloorField = priceField(
  'The price below which the plant does not produce; null: at any price, or no plant',
  0,
).nullable();

const CurtailmentField = z
  .object({
    offer_floor: priceField('The floor of the site; 0 where it has none', 0),
    with_floor: z.object(moneyFields),
    without_floor: z.object(moneyFields),
    curtailed_mwh: quantityField(
      'What is not produced with the floor, on average over the scenarios, MWh',
      3.2,
    ),
    curtailed_hours: quantityField('Hours of production that this is, on average over the scenarios', 1.4),
  })
  .meta({ id: 'Curtailment', description: 'The day of a plant with its floor and without' })
  .nullable();

export const Valuation = z
  .object({
    site_id: SiteIdField,
    kind: KindField,
    date: dayField('Delivery day'),
    unit: UnitField,
    volume_source: VolumeSourceField,
    uploaded_profile: uploadedField,
    curtail: z.boolean(),
    resolution: ResolutionField,
    offer_floor: OfferFloorField,
    ...outlookFields,
    total: z.object({
      ...moneyFields,
      settled_eur: SettledField,
      energy_mwh: quantityField('Feed-in less what is drawn, MWh', 41.2),
      curtailed_mwh: quantityField('What a plant could generate beside that and holds back, MWh', 0),
    }),
    curtailment: CurtailmentField.meta({ description: 'Null for what generates nothing' }),
    hours: z.array(
      z
        .object({
          ...priceFields,
          power_mw: quantityField(
            'Feed-in; negative is drawn; of a plant with a floor on average over the scenarios, MW',
            8.4,
          ),
          curtailed_mw: quantityField('What a plant could generate beside that and holds back, MW', 0),
          ...moneyFields,
          settled_eur: SettledField,
        })
        .meta({ id: 'SiteHour' }),
    ),
  })
  .meta({ id: 'SiteValuation', description: 'EUR; cost is negative' });
export type Valuation = z.infer<typeof Valuation>;

const PlannedBatteryField = z
  .object({
    start_mwh: quantityField('Stored at the start of the day, MWh', 10),
    start_soc: z.number().meta({ description: 'The same in percent', examples: [50] }),
    end_soc: z.number().meta({ description: 'Least charge at the end of the day, percent', examples: [50] }),
    max_cycles: z.number().meta({ description: 'Most fillings taken out in the day', examples: [1.5] }),
    wear_cost: priceField('What each MWh that it gives costs', 4),
    defaults: z.array(z.enum(BATTERY_DEFAULTS)).meta({
      description: 'Which of these nobody said, so that they are as usual',
      examples: [['max_cycles']],
    }),
  })
  .meta({ id: 'PlannedBattery', description: 'What the battery was planned with' })
  .nullable();

export const Schedule = z
  .object({
    site_id: SiteIdField,
    kind: KindField,
    date: dayField('Delivery day'),
    resolution: ResolutionField,
    plan: z.enum(['expected', 'robust']),
    optimality_gap_eur: moneyField(
      'What another plan may earn beyond this one at most, where the search ended before that was settled; 0: this is the best plan',
      0,
    ),
    unit: UnitField,
    curtail: z.boolean(),
    offer_floor: OfferFloorField,
    battery: PlannedBatteryField.meta({ description: 'Null for a load' }),
    volume_source: VolumeSourceField,
    uploaded_profile: uploadedField,
    ...outlookFields,
    total: z.object({
      ...moneyFields,
      unplanned_eur: moneyField('Mean over the scenarios if nothing is moved', 410.3),
      charged_mwh: quantityField('Drawn to charge, MWh', 20.1),
      discharged_mwh: quantityField('Given by discharging, MWh', 17.7),
      cycles: z
        .number()
        .meta({ description: 'Fillings taken out of the battery; 0 for a load', examples: [0.94] }),
      wear_eur: moneyField('What the use of the battery costs; the other money is without it', 71.4),
      curtailed_mwh: quantityField('What the plant of a hybrid could generate and holds back, MWh', 0),
    }),
    curtailment: CurtailmentField.meta({ description: 'Null for what generates nothing' }),
    outcome: z
      .object({
        earned_eur: moneyField('What the plan earned', 790.1),
        perfect_foresight_eur: moneyField('What the best plan would have', 842.9),
      })
      .nullable()
      .meta({ description: 'At the prices that cleared; null until they have' }),
    periods: z.array(
      z
        .object({
          ...priceFields,
          power_mw: quantityField('Feed-in; negative is drawn, MW', -10),
          charge_mw: quantityField('Charging, measured at the connection, MW', 10),
          discharge_mw: quantityField('Discharging, measured at the connection, MW', 0),
          stored_mwh: quantityField('Stored at the end of the period, MWh', 14.7),
          soc: z.number().meta({
            description: 'Charge at the end of the period, percent; 0 for a load',
            examples: [73.5],
          }),
          load_mw: quantityField('Taken by the load, MW', 0),
          generation_mw: quantityField('What the plant could generate, MW', 0),
          curtailed_mw: quantityField('What of that is held back, MW', 0),
          ...moneyFields,
          cleared_price: priceField('Price that cleared; null until all have', 79.9).nullable(),
          settled_eur: SettledField,
        })
        .meta({ id: 'PlannedPeriod' }),
    ),
  })
  .meta({ id: 'SiteSchedule', description: 'EUR; cost is negative' });
export type Schedule = z.infer<typeof Schedule>;

export const PortfolioSummary = z
  .object({
    date: dayField('Delivery day that is valued'),
    sites: countField('Sites of the tenant', 12),
    kinds: z
      .array(
        z
          .object({
            kind: KindField,
            sites: z.int().min(1),
            capacity_mw: quantityField('Power together, MW', 42.5),
            energy_mwh: quantityField('Energy together, MWh', 80),
            value: z.object(moneyFields).nullable().meta({ description: 'Null where none could be valued' }),
          })
          .meta({ id: 'KindSummary' }),
      )
      .meta({ description: 'The kinds that the tenant has' }),
    site_values: z
      .array(z.object({ site_id: SiteIdField, ...moneyFields, volume_source: VolumeSourceField }))
      .meta({ description: 'Each site that could be valued by itself, as its own valuation says' }),
    resolution: ResolutionField,
    value: z.object(moneyFields).nullable().meta({
      description:
        'Of all sites together: the range is that of the sum, narrower than the sum of their ranges. Null without a forecast or a site',
    }),
    outlook: z.object(outlookFields).nullable().meta({ description: 'Null: no forecast covers the day yet' }),
    unvalued: z
      .array(z.object({ site_id: SiteIdField, code: z.enum(UNVALUED_CODES), reason: z.string() }))
      .meta({
        description:
          'Sites that are not part of the value, and why: the plan is still to be made (`pending`), no plan keeps to all limits (`infeasible`), or what the site generates is not known (`no_volume`)',
      }),
  })
  .meta({ id: 'PortfolioSummary' });
export type PortfolioSummary = z.infer<typeof PortfolioSummary>;

/** A charge of a battery, percent, as it is sent. */
export function percentParameter(description: string) {
  return z
    .number()
    .min(SITE_LIMITS.charge.min)
    .max(SITE_LIMITS.charge.max)
    .optional()
    .meta({ description, examples: [50] });
}

/** Fillings of a battery a day, as they are sent. */
export function cyclesParameter(description: string) {
  return z.number().min(SITE_LIMITS.cycles.min).max(SITE_LIMITS.cycles.max).optional().meta({ description });
}

export function moneyField(description: string, example: number) {
  return z.number().meta({ description: `${description}, EUR, 2 decimals`, examples: [example] });
}

export function quantityField(description: string, example: number) {
  return z.number().meta({
    description: `${description}, 3 decimals, of small values 6 significant digits`,
    examples: [example],
  });
}

/** What a question says of how a site is to be run. */
export function askedOptionsOf(query: z.infer<z.ZodObject<typeof askedFields>>): AskedOptions {
  return {
    kind: query.plan,
    curtail: isTrue(query.curtail),
    startPercent: query.start_soc,
    endPercent: query.end_soc,
    maxCycles: query.max_cycles === undefined ? undefined : Number(query.max_cycles),
    fromHour: query.from_hour,
    toHour: query.to_hour,
  };
}

export function isTrue(text: 'true' | 'false' | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}
