import { z } from 'zod';
import { SimulatedField, instantField } from '../../ground/http/fields.ts';
import { decimalParameter } from '../../ground/http/parameters.ts';

const MAX_HOURS = 168;

const PERIOD_SURCHARGES = ['surcharge_p1', 'surcharge_p2', 'surcharge_p3'] as const;

function periodSurcharge(hours: string, example: string) {
  return decimalParameter(
    { min: -10, max: 10 },
    `Added to \`surcharge\` in ${hours} of the access tariff 2.0TD, EUR/kWh before tax; all three or none`,
    example,
  ).optional();
}

const terms = {
  surcharge: decimalParameter(
    { min: -10, max: 10 },
    'Fees on top of the market price, EUR/kWh before tax',
    '0.045',
  ).default('0'),
  surcharge_p1: periodSurcharge('P1 (working days 10-14 and 18-22)', '0.12'),
  surcharge_p2: periodSurcharge('P2 (working days 8-10, 14-18 and 22-24)', '0.05'),
  surcharge_p3: periodSurcharge('P3 (0-8, weekends and national holidays)', '0.02'),
  tariff_zone: z.enum(['peninsula', 'ceuta_melilla']).optional().meta({
    description:
      'Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or `ceuta_melilla`, where P1 is an hour later',
  }),
  tax: decimalParameter({ min: 0, max: 1000 }, 'Taxes on the sum of price and fees, percent', '21').default(
    '0',
  ),
  hours: z.int().min(1).max(MAX_HOURS).default(MAX_HOURS).meta({
    description: 'Hours ahead, counted from the period that runs now; fewer where the forecast ends before',
  }),
};

type PeriodTerms = Partial<Record<(typeof PERIOD_SURCHARGES)[number] | 'tariff_zone', string | undefined>>;

/** All three or none: one that is left out would be read as 0. */
function checkPeriods(query: PeriodTerms, check: z.RefinementCtx): void {
  const missing = PERIOD_SURCHARGES.filter((name) => query[name] === undefined);
  const isAsked = missing.length < PERIOD_SURCHARGES.length || query.tariff_zone !== undefined;
  if (!isAsked || missing.length === 0) return;
  const message = `Send surcharge_p1, surcharge_p2 and surcharge_p3 together; missing: ${missing.join(', ')}.`;
  check.addIssue({ code: 'custom', path: [missing[0]], message });
}

const TariffResolution = z.enum(['PT15M', 'PT1H']).meta({ description: 'Length of the periods' });

export const TariffQuery = z
  .strictObject({ ...terms, resolution: TariffResolution.default('PT1H') })
  .superRefine(checkPeriods);

export const HomeAssistantQuery = z
  .strictObject({
    ...terms,
    resolution: TariffResolution.default('PT1H'),
    hours: terms.hours.unwrap().optional().meta({
      description:
        'Hours ahead; absent: 144 periods, whose list stays below the 16,384 bytes of attributes that Home Assistant records, or 168 hours in the compact form',
    }),
    form: z.enum(['full', 'compact']).default('full').meta({
      description: '`compact`: `values` with one number for each period, and `prices` empty',
    }),
  })
  .superRefine(checkPeriods);

export const PredbatQuery = z
  .strictObject({
    ...terms,
    resolution: TariffResolution.default('PT1H'),
    hours: terms.hours
      .unwrap()
      .optional()
      .meta({ description: 'Hours ahead; absent: 48, of quarter hours 24' }),
  })
  .superRefine(checkPeriods);

export const EmhassQuery = z
  .strictObject({
    ...terms,
    hours: terms.hours.unwrap().optional().meta({
      description:
        'Hours ahead; absent: until the same local time tomorrow, 23 or 25 hours across a clock change',
    }),
    step: z
      .enum(['PT15M', 'PT30M', 'PT1H'])
      .default('PT30M')
      .meta({ description: "EMHASS's `optimization_time_step`; its own default is half an hour" }),
    feed_in: decimalParameter(
      { min: -10, max: 10 },
      'Added to the market price for what is sold, EUR/kWh; the price for it has no tax',
      '-0.005',
    ).default('0'),
  })
  .superRefine(checkPeriods);

function retailField(description: string) {
  return z.number().meta({ description: `${description}, EUR/kWh, 5 decimals`, examples: [0.15213] });
}

export const EvccTariff = z
  .array(
    z
      .object({
        start: instantField('Start of the period', '2026-03-31T18:00:00Z'),
        end: instantField('End of the period', '2026-03-31T19:00:00Z'),
        value: retailField('Price with surcharge and tax'),
      })
      .meta({ id: 'EvccRate' }),
  )
  .meta({ id: 'EvccTariff', description: 'From the period that runs now on, without a gap' });

export const HomeAssistantTariff = z
  .object({
    current: retailField('Price of the period that runs now'),
    unit: z.literal('EUR/kWh'),
    lowest: retailField('Lowest price of the coming 24 hours'),
    highest: retailField('Highest price of the coming 24 hours'),
    next_start: instantField('When the next period begins', '2026-03-31T19:00:00Z'),
    prices: z
      .array(
        z.object({
          start: instantField('Start of the period', '2026-03-31T18:00:00Z'),
          end: instantField('End of the period', '2026-03-31T19:00:00Z'),
          price: retailField('Price with surcharge and tax'),
          forecast: z.boolean().meta({ description: 'True while the auction has not cleared' }),
        }),
      )
      .meta({ description: 'From the period that runs now on, without a gap' }),
    compact: z
      .object({
        start: instantField('Start of the first period', '2026-03-31T18:00:00Z'),
        step_minutes: z.int().meta({ description: 'Length of each period', examples: [60] }),
        values: z.array(retailField('Price of each period, in order')),
        forecast_from: instantField('From here on prices are forecast', '2026-03-31T22:00:00Z').nullable(),
      })
      .optional()
      .meta({ description: 'Only with `form=compact`' }),
    simulated: SimulatedField,
  })
  .meta({ id: 'HomeAssistantTariff' });

export const PredbatTariff = z
  .object({
    current: retailField('Price of the period that runs now'),
    prices: z.array(
      z.object({
        from: instantField('Start of the period', '2026-03-31T18:00:00Z'),
        till: instantField('End of the period', '2026-03-31T19:00:00Z'),
        start: instantField('The same as `from`', '2026-03-31T18:00:00Z'),
        end: instantField('The same as `till`', '2026-03-31T19:00:00Z'),
        value: retailField('Price with surcharge and tax'),
      }),
    ),
    simulated: SimulatedField,
  })
  .meta({ id: 'PredbatTariff', description: 'The attribute `prices` as Predbat reads it' });

export const EmhassTariff = z
  .object({
    load_cost_forecast: z.array(retailField('Price of what is bought')),
    prod_price_forecast: z.array(retailField('Price of what is sold')),
    method_ts_round: z.literal('first').meta({
      description:
        'The first value is the price of the step that runs now; EMHASS has to round its start down',
    }),
    prediction_horizon: z.int().meta({ description: 'Length of both lists, in steps', examples: [48] }),
  })
  .meta({
    id: 'EmhassTariff',
    description: 'Runtime parameters as EMHASS takes them in the body of an optimisation',
  });
