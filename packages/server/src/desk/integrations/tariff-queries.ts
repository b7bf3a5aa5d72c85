import { z } from 'zod';
import { decimalParameter } from '../../ground/http/parameters.ts';
import { parseDatedRates } from './bill-price.ts';
import { LATER_HOURS } from './stored-energy.ts';

const MAX_HOURS = 168;

const PERIOD_SURCHARGES = ['surcharge_p1', 'surcharge_p2', 'surcharge_p3'] as const;
const PERIOD_LOSSES = ['losses_p1', 'losses_p2', 'losses_p3'] as const;

function periodSurcharge(hours: string, example: string) {
  return decimalParameter(
    { min: -10, max: 10 },
    `Added to \`surcharge\` in ${hours} of the access tariff 2.0TD, EUR/kWh before tax; all three or none`,
    example,
  ).optional();
}

function periodLosses(period: string, example: string) {
  return decimalParameter(
    { min: 0, max: 100 },
    `In place of \`losses\` in ${period} of the access tariff 2.0TD, percent; all three or none`,
    example,
  ).optional();
}

/** A tax, percent, whose rate may change on days that are known. */
function datedRates(description: string, example: string) {
  const message = `Send a percentage such as ${example}, or several with the day from which each holds: ${example},10@2026-07-01.`;
  return z
    .string()
    .max(80, message)
    .refine((text) => parseDatedRates(text)?.every(({ percent }) => percent <= 1000) ?? false, message)
    .meta({ description, examples: [example, `${example},10@2026-07-01`] })
    .default('0');
}

const terms = {
  tariff: z.enum(['indexed', 'pvpc']).default('indexed').meta({
    description:
      "`indexed`: a contract by the market's price, of which every part that is not sent is 0. `pvpc`: the regulated price, where parts that are not sent have the documented values, and quarter hours have the price of their hour",
  }),
  surcharge: decimalParameter(
    { min: -10, max: 10 },
    'Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its marketing costs',
    '0.045',
  ).optional(),
  adjustment_eur_mwh: decimalParameter(
    { min: -1000, max: 1000 },
    'Adjustment services and other costs that losses are paid on, EUR/MWh; absent: 0, of the PVPC a line of the price',
    '25',
  ).optional(),
  futures_eur_mwh: decimalParameter(
    { min: -1000, max: 10000 },
    'Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`; absent: the mean day-ahead price of the last 365 days',
    '65',
  ).optional(),
  surcharge_p1: periodSurcharge('P1 (working days 10-14 and 18-22)', '0.12'),
  surcharge_p2: periodSurcharge('P2 (working days 8-10, 14-18 and 22-24)', '0.05'),
  surcharge_p3: periodSurcharge('P3 (0-8, weekends and national holidays)', '0.02'),
  tariff_zone: z.enum(['peninsula', 'ceuta_melilla']).optional().meta({
    description:
      'Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or `ceuta_melilla`, where P1 is an hour later',
  }),
  losses: decimalParameter(
    { min: 0, max: 100 },
    'Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC 16.2',
    '14',
  ).optional(),
  losses_p1: periodLosses('P1', '16'),
  losses_p2: periodLosses('P2', '15'),
  losses_p3: periodLosses('P3', '13'),
  electricity_tax: datedRates(
    'Electricity tax on the sum of price and fees, percent; a rate with `@` and a day holds from that day on',
    '5.11269632',
  ),
  tax: datedRates('Value-added tax on that, percent; or all taxes together', '21'),
  hours: z.int().min(1).max(MAX_HOURS).default(MAX_HOURS).meta({
    description: 'Hours ahead, counted from the period that runs now; fewer where the forecast ends before',
  }),
};

type PeriodName = (typeof PERIOD_SURCHARGES | typeof PERIOD_LOSSES)[number];
type PeriodTerms = Partial<
  Record<PeriodName | 'tariff_zone' | 'tariff' | 'futures_eur_mwh', string | undefined>
>;

/** All three or none: one that is left out would be read as 0. Zone and futures without what they are for would count for nothing. */
function checkTerms(query: PeriodTerms, check: z.RefinementCtx): void {
  const groups = [PERIOD_SURCHARGES, PERIOD_LOSSES].map((names) => ({
    names,
    missing: names.filter((name) => query[name] === undefined),
  }));
  const given = groups.filter(({ names, missing }) => missing.length < names.length);
  const isPvpc = query.tariff === 'pvpc';
  const lacksZoned = given.length === 0 && query.tariff_zone !== undefined && !isPvpc;
  const asked = lacksZoned ? groups.slice(0, 1) : given;
  if (query.futures_eur_mwh !== undefined && !isPvpc) {
    const message = 'Send tariff=pvpc with it, or leave it out.';
    check.addIssue({ code: 'custom', path: ['futures_eur_mwh'], message });
  }
  for (const { names, missing } of asked) {
    if (missing.length === 0) continue;
    const [one, two, three] = names;
    const message = `Send ${one}, ${two} and ${three} together; missing: ${missing.join(', ')}.`;
    check.addIssue({ code: 'custom', path: [missing[0]], message });
  }
}

const TariffResolution = z.enum(['PT15M', 'PT1H']).meta({ description: 'Length of the periods' });

export const TariffQuery = z
  .strictObject({ ...terms, resolution: TariffResolution.default('PT1H') })
  .superRefine(checkTerms);

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
  .superRefine(checkTerms);

export const PredbatQuery = z
  .strictObject({
    ...terms,
    resolution: TariffResolution.default('PT1H'),
    hours: terms.hours
      .unwrap()
      .optional()
      .meta({ description: 'Hours ahead; absent: 48, of quarter hours 24' }),
  })
  .superRefine(checkTerms);

const feedIn = decimalParameter(
  { min: -10, max: 10 },
  'Added to the market price for what is sold, EUR/kWh; the price for it has no tax',
  '-0.005',
).default('0');

const battery = {
  battery_hours: decimalParameter(
    { min: 0.5, max: 48 },
    'Hours in which as much as the battery holds passes the meter, charged or used by the home',
    '4',
  ).default('4'),
  battery_efficiency: decimalParameter(
    { min: 0.5, max: 1 },
    'Share of the energy that is left, one way; both EMHASS and the optimiser of evcc take 0.95 where nothing is set',
    '0.95',
  ).default('0.95'),
};

const MOST_BEFORE_VALUE = MAX_HOURS - LATER_HOURS;

export const EvccOptimizerQuery = z
  .strictObject({
    ...terms,
    ...battery,
    hours: z
      .int()
      .min(1)
      .max(MOST_BEFORE_VALUE)
      .default(48)
      .meta({
        description: `Hours ahead that are optimised; the value of what is left comes from the ${LATER_HOURS} hours after them`,
      }),
    resolution: TariffResolution.default('PT15M'),
    feed_in: feedIn,
  })
  .superRefine(checkTerms);

const chargeParameter = (description: string, example: string) =>
  decimalParameter({ min: 0, max: 1 }, `${description}, 0 to 1`, example);

export const EmhassQuery = z
  .strictObject({
    ...terms,
    ...battery,
    soc_init: chargeParameter(
      `Charge of the battery now: the answer has \`soc_final\` then, by the ${LATER_HOURS} hours after the horizon`,
      '0.5',
    ).optional(),
    soc_min: chargeParameter("EMHASS's `battery_minimum_state_of_charge`", '0.3').default('0.3'),
    soc_max: chargeParameter("EMHASS's `battery_maximum_state_of_charge`", '0.9').default('0.9'),
    hours: terms.hours.unwrap().optional().meta({
      description:
        'Hours ahead; absent: until the same local time tomorrow, 23 or 25 hours across a clock change',
    }),
    step: z
      .enum(['PT15M', 'PT30M', 'PT1H'])
      .default('PT30M')
      .meta({ description: "EMHASS's `optimization_time_step`; its own default is half an hour" }),
    feed_in: feedIn,
  })
  .superRefine(checkTerms)
  .refine(({ soc_min: lowest, soc_max: highest }) => Number(lowest) < Number(highest), {
    path: ['soc_max'],
    message: 'Send a soc_max above soc_min.',
  });
