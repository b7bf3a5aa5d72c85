import { formatMadrid } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  dayField,
  ForecastIdField,
  HourField,
  instantField,
  percentField,
  priceField,
  ProductField,
  ResolutionField,
  StartField,
  UnitField,
} from '../../ground/http/fields.ts';
import { CsvLocale, decimalParameter } from '../../ground/http/parameters.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import {
  formatInstant,
  roundMoney,
  roundMoneyParts,
  roundPercent,
  roundPower,
  roundPrice,
} from '../../ground/http/wire.ts';
import { PRICE_UNIT } from '../../ground/market-ids.ts';
import { toMoney, toOutlook, toUploaded } from '../portfolio/portfolio-records.ts';
import {
  askedFields,
  checkWindow,
  DeliveryDay,
  KindField,
  moneyField,
  moneyFields,
  outlookFields,
  quantityField,
  SiteIdField,
  uploadedField,
  VolumeSourceField,
} from '../portfolio/schemas.ts';
import { CHECK_CODES } from './check-offer.ts';
import type { Range, SiteOffer } from './make-offer.ts';
import { periodNumbers } from './market-rules.ts';
import { WORKBOOK_TYPE } from './offer-files.ts';
import { offeredMw } from './offer-steps.ts';

/** Of OMIE's units: letters and digits. */
const UnitCode = z
  .string()
  .regex(/^[A-Z0-9]{1,10}$/, 'Send the code of a unit: 1 to 10 capital letters and digits, such as ABCD1.')
  .optional();

const offerFields = {
  date: DeliveryDay,
  resolution: z.enum(['PT1H', 'PT15M']).optional().meta({
    description:
      'Length of the periods; absent: as the auction of the day takes, quarter hours since 1 October 2025',
  }),
  ...askedFields,
  limits: z.enum(['cost', 'none']).default('cost').meta({
    description:
      'At which prices a battery trades: `cost`, where it pays by what its energy costs, loss and wear; `none`, at any price, so that it does what is planned',
  }),
  contract_mw: decimalParameter(
    { min: 0, max: 9999 },
    'Plant, hybrid or load: power that bilateral contracts deliver, or bring, in every period, and that is not offered',
    '2.5',
  ).optional(),
};

export const OfferQuery = z
  .strictObject({
    ...offerFields,
    format: z.enum(['json', 'csv', 'xlsx']).optional().meta({
      description:
        'Format of the answer; wins over the Accept header (`text/csv`). `xlsx`: a workbook with the steps, the periods and the checks',
    }),
    layout: z.enum(['rows', 'omie']).default('rows').meta({
      description:
        "Of CSV: `rows`, a row a step with everything about it; `omie`, the fields of OMIE's message of offers, refused with 422 while a check fails",
    }),
    sale_unit: UnitCode.meta({
      description: 'With `layout=omie`: code of the unit that sells',
      examples: ['ABCD1'],
    }),
    purchase_unit: UnitCode.meta({
      description: 'With `layout=omie`: code of the unit that buys',
      examples: ['ABCD2'],
    }),
    locale: CsvLocale,
  })
  .superRefine(checkWindow);
export type OfferQuery = z.infer<typeof OfferQuery>;

const powerFields = {
  expected_mw: quantityField('Taken and kept, feed-in positive: mean over the scenarios, MW', 4.1),
  p10_mw: quantityField('10th percentile, MW', 0),
  p90_mw: quantityField('90th percentile, MW', 5),
};

const energyFields = {
  expected_mwh: quantityField(
    'Taken and kept, feed-in less what is drawn: mean over the scenarios, MWh',
    17.2,
  ),
  p10_mwh: quantityField('10th percentile, MWh', 9.5),
  p90_mwh: quantityField('90th percentile, MWh', 20),
};

const OfferStepRecord = z
  .object({
    price: priceField('From which it is sold, or up to which it is bought', 62.5),
    power_mw: quantityField('How much more that is, MW', 2.5),
    probability: percentField('Share of the scenarios in which the auction takes it', 74),
  })
  .meta({ id: 'OfferStep' });

const OfferCheckRecord = z
  .object({
    code: z.enum(CHECK_CODES).meta({ description: 'What it is', examples: ['gate_closed'] }),
    severity: z.enum(['error', 'warning']).meta({
      description: 'An error: the market refuses the offer; a warning: its owner should know',
    }),
    period: z.int().min(1).nullable().meta({ description: 'Period of OMIE; null: of the whole offer' }),
    message: z.string().meta({ description: 'What it is, and what to do' }),
  })
  .meta({ id: 'OfferCheck' });

const OfferPeriodRecord = z
  .object({
    period: z
      .int()
      .min(1)
      .max(100)
      .meta({ description: 'Number of the period as OMIE counts, from 1', examples: [77] }),
    hour: HourField,
    start: StartField,
    side: z.enum(['sale', 'purchase']).nullable().meta({ description: 'Null: nothing is offered' }),
    power_mw: quantityField('Power of all steps, MW', 5),
    steps: z.array(OfferStepRecord).max(25).meta({
      description: 'Prices rise for a sale and fall for a purchase',
    }),
    ...powerFields,
    ...moneyFields,
  })
  .meta({ id: 'OfferPeriod' });

const RulesRecord = z
  .object({
    gate_closes_at: instantField('When the gate closes', '2026-03-30T10:00:00Z'),
    resolution: ResolutionField,
    most_steps: z.int().meta({ description: 'Price-volume pairs of a period', examples: [25] }),
    lowest_price: priceField('Lowest price of an offer', -500),
    highest_price: priceField('Highest price of an offer', 4000),
    price_tick: z.number().meta({ description: 'Grid of prices, EUR/MWh', examples: [0.01] }),
    power_tick: z.number().meta({ description: 'Grid of power and the least of it, MW', examples: [0.1] }),
  })
  .meta({ id: 'OfferRules', description: 'What the auction takes' });

export const Offer = z
  .object({
    site_id: SiteIdField,
    kind: KindField,
    date: dayField('Delivery day'),
    product: ProductField,
    resolution: ResolutionField,
    unit: UnitField,
    plan: z.enum(['expected', 'robust']),
    limits: z.enum(['cost', 'none']),
    contract_mw: quantityField('Not offered because of bilateral contracts, MW', 0),
    rules: RulesRecord,
    volume_source: VolumeSourceField,
    uploaded_profile: uploadedField,
    ...outlookFields,
    forecast_id: ForecastIdField,
    total: z.object({
      ...moneyFields,
      ...energyFields,
      at_any_price: z.object(moneyFields).meta({ description: 'The same power offered at any price' }),
      sale_mwh: quantityField('Energy of all sales, MWh', 20),
      purchase_mwh: quantityField('Energy of all purchases, MWh', 22),
      broken_mwh: quantityField(
        'Taken by the auction though the battery has no energy or no room for it, on average, MWh; traded back at the same price',
        0.4,
      ),
      end_mwh: quantityField('Stored at the end of the day, on average, MWh; 0 without a battery', 10),
      left_eur: moneyField(
        'What is stored at the end beyond the end at any price, at what it costs to buy again, on average and no part of the other money',
        120.5,
      ),
      wear_cost: moneyField('What each MWh that the battery gives costs', 15),
    }),
    checks: z.array(OfferCheckRecord).meta({ description: 'What the market refuses, and what to know' }),
    is_valid: z.boolean().meta({ description: 'Whether no check is an error' }),
    periods: z.array(OfferPeriodRecord),
  })
  .meta({ id: 'SiteOffer', description: 'EUR; cost is negative' });
export type Offer = z.infer<typeof Offer>;

const json = readResponse('The offer.', Offer);

export const offerResponse = {
  ...json,
  content: {
    ...json.content,
    [WORKBOOK_TYPE]: {
      schema: z.string().meta({ description: 'The bytes of the workbook', format: 'binary' }),
    },
  },
};

export function toOffer(offer: SiteOffer): Offer {
  const { site, outlook, rules, resolution, options, total, position } = offer;
  const numbers = periodNumbers(outlook.day, resolution);
  const expected = roundMoneyParts(offer.periods.map(({ eur }) => eur.expected));
  const energy = (side: 'sale' | 'purchase') =>
    roundPower(
      outlook.periodHours *
        offer.offers.reduce((sum, each) => sum + (each?.side === side ? offeredMw(each) : 0), 0),
    );
  const hasWear = position.plan !== undefined && site.kind !== 'load';
  return {
    site_id: site.id,
    kind: site.kind,
    date: outlook.day,
    product: rules.product,
    resolution,
    unit: PRICE_UNIT,
    plan: options.kind,
    limits: offer.limits,
    contract_mw: roundPower(offer.contractMw),
    rules: {
      gate_closes_at: formatInstant(rules.gateClosesAt),
      resolution: rules.resolution,
      most_steps: rules.mostSteps,
      lowest_price: rules.lowestPrice,
      highest_price: rules.highestPrice,
      price_tick: rules.priceTick,
      power_tick: rules.quantityTick,
    },
    volume_source: position.source,
    uploaded_profile: toUploaded(site),
    ...toOutlook(outlook),
    total: {
      ...toMoney(total.eur),
      ...mwhOf(total.mwh),
      at_any_price: toMoney(total.anyPriceEur),
      sale_mwh: energy('sale'),
      purchase_mwh: energy('purchase'),
      broken_mwh: roundPower(total.brokenMwh),
      end_mwh: roundPower(total.endMwh),
      left_eur: roundMoney(total.leftEur),
      wear_cost: hasWear ? roundMoney(options.wearCost) : 0,
    },
    checks: offer.checks.map(({ period = null, ...check }) => ({ ...check, period })),
    is_valid: offer.checks.every(({ severity }) => severity !== 'error'),
    periods: outlook.periods.map(({ start, hour }, t) => ({
      period: numbers.get(start) ?? t + 1,
      hour,
      start: formatMadrid(start),
      side: offer.offers[t]?.side ?? null,
      power_mw: roundPower(offer.offers[t] === undefined ? 0 : offeredMw(offer.offers[t])),
      steps: (offer.offers[t]?.steps ?? []).map(({ price, mw }, i) => ({
        price: roundPrice(price),
        power_mw: roundPower(mw),
        probability: roundPercent(100 * offer.odds[t][i]),
      })),
      ...mwOf(offer.periods[t].mw),
      ...toMoney(offer.periods[t].eur),
      expected_eur: expected[t],
    })),
  };
}

function mwOf({ expected, p10, p90 }: Range) {
  return { expected_mw: roundPower(expected), p10_mw: roundPower(p10), p90_mw: roundPower(p90) };
}

function mwhOf({ expected, p10, p90 }: Range) {
  return { expected_mwh: roundPower(expected), p10_mwh: roundPower(p10), p90_mwh: roundPower(p90) };
}
