import { auctionsBefore, INTRADAY_AUCTIONS, ZONES, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import { USUAL_PATHS } from './get-paths.ts';
import {
  DEGRADED_FIELDS,
  ForecastIdField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  ProductField,
  ResolutionField,
  SimulatedField,
  UnitField,
  dayField,
  instantField,
  priceField,
  probabilityField,
} from '../../ground/http/fields.ts';
import { resolveSpan, RUN_FIELDS, SPAN_PARAMETERS } from './forecasts-schemas.ts';
import {
  AsOf,
  CsvLocale,
  dayParameter,
  Format,
  MarketId,
  ProductName,
  Resolution,
} from '../../ground/http/parameters.ts';

const MOST_PATHS = 500;

export const ScenariosQuery = z
  .strictObject({
    ...SPAN_PARAMETERS,
    paths: z
      .int()
      .min(1)
      .max(MOST_PATHS)
      .default(USUAL_PATHS)
      .meta({
        description: `Number of paths; plans of the portfolio use ${USUAL_PATHS}`,
        examples: [USUAL_PATHS],
      }),
  })
  .transform(resolveSpan);
export type ScenariosQuery = z.infer<typeof ScenariosQuery>;

const MOST_THRESHOLDS = 10;
const PRICE = /^-?\d{1,4}(\.\d{1,2})?$/;
const THRESHOLDS_MESSAGE = `Send 1 to ${MOST_THRESHOLDS} prices from -9999.99 to 9999.99 with at most 2 decimals, separated by commas, such as 0,20.5.`;

export const ProbabilitiesQuery = z
  .strictObject({
    ...SPAN_PARAMETERS,
    thresholds: z
      .string()
      .refine((text) => {
        const parts = text.split(',');
        return parts.length <= MOST_THRESHOLDS && parts.every((part) => PRICE.test(part));
      }, THRESHOLDS_MESSAGE)
      .default('0')
      .meta({
        description: 'Prices whose probabilities are wanted, EUR/MWh, separated by commas',
        examples: ['0,20.5'],
      }),
    hours: z
      .int()
      .min(1)
      .max(24)
      .default(4)
      .meta({
        description:
          'Hours of a day that are counted: together or in a row at or below a threshold, and how many cheapest and dearest ones are meant',
        examples: [4],
      }),
  })
  .transform(resolveSpan);
export type ProbabilitiesQuery = z.infer<typeof ProbabilitiesQuery>;

/** Of past spreads, as any answer about them says it. */
export const SPREAD_DAYS_FIELDS = {
  spread_days: z
    .int()
    .min(0)
    .meta({ description: 'Past days whose spreads were counted', examples: [91] }),
  spreads_from: dayField('First of them').nullable(),
  spreads_to: dayField('Last of them').nullable(),
};

export const SPREAD_FIELDS = {
  spread_mean: priceField('Mean of the spread, the price minus the day-ahead price', 1.94),
  spread: priceField('Median of the spread', 2.28),
  spread_p10: priceField('10th percentile of the spread', -4.1),
  spread_p90: priceField('90th percentile of the spread', 9.7),
  probability_positive: probabilityField('Probability that the intraday price is higher', 0.66),
};

const IntradayAuction = (description: string) =>
  z.enum(INTRADAY_AUCTIONS).meta({ description, examples: ['ida1'] });

export const OutlookQuery = z.strictObject({
  market_id: MarketId,
  product: IntradayAuction('Intraday auction that has no forecast of its own yet'),
  date: dayParameter(`Delivery day in ${TIME_ZONE}`),
  resolution: Resolution,
  as_of: AsOf,
  format: Format,
  locale: CsvLocale,
});

export const GateOutlookQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  date: dayParameter(`Delivery day in ${TIME_ZONE}`),
  resolution: Resolution,
  format: Format,
  locale: CsvLocale,
});

export const SpreadsQuery = z
  .strictObject({
    ...SPAN_PARAMETERS,
    product: IntradayAuction('Intraday auction whose spread is wanted'),
    reference: ProductName.default('da').meta({
      description:
        'Earlier auction that the spread is to: day-ahead (default) or an intraday one before `product`',
      examples: ['da'],
    }),
  })
  .superRefine(({ product, reference }, check) => {
    const earlier = auctionsBefore(product);
    if (earlier.includes(reference)) return;
    check.addIssue({
      code: 'custom',
      path: ['reference'],
      message: `Send an auction before ${product}: ${earlier.join(' or ')}.`,
    });
  })
  .transform(resolveSpan);
export type SpreadsQuery = z.infer<typeof SpreadsQuery>;

export const ZoneSpreadsQuery = z
  .strictObject({
    ...SPAN_PARAMETERS,
    market_id: z
      .string()
      .refine(
        (id) => ZONES.slice(1).includes(id),
        'Send a market whose forecasts are made from another one: see GET /markets.',
      )
      .default(ZONES[1] ?? ZONES[0])
      .meta({ description: 'Market whose prices are held against those of `against`', examples: ['pt'] }),
    against: z.literal(ZONES[0]).default(ZONES[0]).meta({ description: 'Market that the spread is to' }),
  })
  .transform(resolveSpan);
export type ZoneSpreadsQuery = z.infer<typeof ZoneSpreadsQuery>;

const BASIS_FIELDS = {
  distribution: z.enum(['forecast', 'bounds']).meta({
    description:
      'Where the distributions come from: forecast with the run, or, for runs of before they were stored, two halves of normal distributions through point forecast and bounds',
    examples: ['forecast'],
  }),
  dependence: z.enum(['past_forecasts', 'assumed']).meta({
    description:
      'How prices of several periods go together: as the errors of past forecasts did, or by an assumption where there are too few of them',
    examples: ['past_forecasts'],
  }),
  model_version: ModelVersionField,
  published_at: instantField('When the run could be read', '2026-03-30T10:06:30Z'),
  ...DEGRADED_FIELDS,
  simulated: SimulatedField,
};

export const ScenarioSet = z
  .object({
    ...RUN_FIELDS,
    resolution: ResolutionField,
    times: z
      .array(instantField('Start of the delivery period', '2026-03-31T18:00:00Z'))
      .meta({ description: 'Starts of the delivery periods' }),
    paths: z.array(z.array(z.number())).meta({
      description:
        'Equally likely paths: one list for each, with a price for each of `times`, EUR/MWh, 2 decimals',
      examples: [[[84.12], [79.5]]],
    }),
    ...BASIS_FIELDS,
  })
  .meta({ id: 'ScenarioSet' });
export type ScenarioSet = z.infer<typeof ScenarioSet>;

const forEachThreshold = (description: string, example: number) =>
  z
    .array(probabilityField('Probability', example))
    .meta({ description: `${description}, one for each of \`thresholds\`` });

export const PriceProbabilities = z
  .object({
    ...RUN_FIELDS,
    resolution: ResolutionField,
    thresholds: z.array(z.number()).meta({ description: 'Prices, EUR/MWh', examples: [[0]] }),
    hours: z.int().meta({ description: 'Hours of a day that are counted', examples: [4] }),
    points: z.array(
      z
        .object({
          time: instantField('Start of the delivery period', '2026-03-31T12:00:00Z'),
          at_most: forEachThreshold('Probability of a price at or below the threshold', 0.32),
          cheapest: probabilityField(
            'Probability that the period is as cheap as the `hours` cheapest hours of its day',
            0.87,
          ),
          dearest: probabilityField('Probability that it is as dear as the `hours` dearest ones', 0.01),
        })
        .meta({ id: 'PeriodProbabilities' }),
    ),
    days: z.array(
      z
        .object({
          date: dayField('Delivery day'),
          any: forEachThreshold('Probability that any period of the day is at or below the threshold', 0.51),
          at_least: forEachThreshold('Probability that `hours` hours or more are, together or apart', 0.3),
          consecutive: forEachThreshold('Probability that `hours` hours or more in a row are', 0.24),
        })
        .meta({ id: 'DayProbabilities' }),
    ),
    paths: z
      .int()
      .meta({ description: 'Paths that the probabilities of days are counted in', examples: [500] }),
    ...BASIS_FIELDS,
  })
  .meta({ id: 'PriceProbabilities' });
export type PriceProbabilities = z.infer<typeof PriceProbabilities>;

export const ZoneSpreadSet = z
  .object({
    ...RUN_FIELDS,
    resolution: ResolutionField,
    against: z.string().meta({ description: 'Market that the spread is to', examples: ['es'] }),
    against_market_product_id: MarketProductIdField,
    against_forecast_id: ForecastIdField.meta({
      description: 'The run of that market which this one was made from',
    }),
    points: z.array(
      z.object({
        time: instantField('Start of the delivery period', '2026-03-31T18:00:00Z'),
        probability_split: probabilityField('Probability that the prices differ', 0.12),
        probability_below: probabilityField('Probability of a lower price than in `against`', 0.03),
        probability_above: probabilityField('Probability of a higher price than in `against`', 0.09),
        value: priceField('Expected spread: price less that of `against`', 0.84),
        p10: priceField('Its 10th percentile', 0),
        p90: priceField('Its 90th percentile', 2.4),
      }),
    ),
    model_version: ModelVersionField,
    published_at: instantField('When the run could be read', '2026-03-30T10:06:30Z'),
    ...DEGRADED_FIELDS,
    simulated: SimulatedField,
  })
  .meta({ id: 'ZoneSpreadSet' });
export type ZoneSpreadSet = z.infer<typeof ZoneSpreadSet>;

export const SpreadSet = z
  .object({
    ...RUN_FIELDS,
    resolution: ResolutionField,
    reference_product: ProductField.meta({ description: 'Earlier auction that the spread is to' }),
    reference_market_product_id: MarketProductIdField,
    reference_forecast_id: ForecastIdField.nullable().meta({
      description: 'The run that stands in for prices that are not public; null where all are',
    }),
    reference_issued_at: instantField('When that run was issued').nullable(),
    points: z.array(
      z
        .object({
          time: instantField('Start of the delivery period', '2026-03-31T18:00:00Z'),
          forecast: priceField('Point estimate of the intraday price', 86.4),
          reference_price: priceField('Price of the earlier auction, or the point estimate of it', 84.12),
          reference: z.enum(['cleared', 'forecast']).meta({
            description: 'Whether that price is public, or forecast',
            examples: ['cleared'],
          }),
          value: priceField(
            'Median of the spread, the intraday price minus that of the earlier auction',
            2.28,
          ),
          p10: priceField('10th percentile of the spread', -4.1),
          p90: priceField('90th percentile of the spread', 9.7),
          probability_positive: probabilityField('Probability that the intraday price is higher', 0.66),
        })
        .meta({ id: 'SpreadPoint' }),
    ),
    ...BASIS_FIELDS,
    dependence: BASIS_FIELDS.dependence.nullable().meta({
      description:
        'How the prices of both auctions go together: as the errors of past forecasts did, or by an assumption where there are too few of them; null where every price of the earlier auction is public',
      examples: [null],
    }),
  })
  .meta({ id: 'SpreadSet' });
export type SpreadSet = z.infer<typeof SpreadSet>;

export const IntradayOutlook = z
  .object({
    outlook: z.literal(true).meta({
      description: 'Always true: this is no forecast of the auction and is not scored as one',
      examples: [true],
    }),
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    date: dayField('Delivery day'),
    unit: UnitField,
    resolution: ResolutionField,
    reference_product: ProductField.meta({
      description: 'The last earlier auction of the day that has cleared; before that `da`',
    }),
    reference_market_product_id: MarketProductIdField,
    reference_forecast_id: ForecastIdField.nullable().meta({
      description: 'The day-ahead run that stands for its prices; null where it has cleared',
    }),
    reference_issued_at: instantField('When that run was issued').nullable(),
    spread_days: z.int().meta({ description: 'Past days whose spreads were counted', examples: [91] }),
    spreads_from: dayField('First of them'),
    spreads_to: dayField('Last of them'),
    points: z.array(
      z
        .object({
          time: instantField('Start of the delivery period', '2026-03-31T18:00:00Z'),
          value: priceField('Median of the price', 86.4),
          p10: priceField('10th percentile of the price', 71.2),
          p90: priceField('90th percentile of the price', 101.35),
          reference_price: priceField('Price of the earlier auction, or the point estimate of it', 84.12),
          spread: priceField('Median of the spread, the price minus that of the earlier auction', 2.28),
          spread_p10: priceField('10th percentile of the spread', -4.1),
          spread_p90: priceField('90th percentile of the spread', 9.7),
          probability_positive: probabilityField('Probability that the intraday price is higher', 0.66),
        })
        .meta({ id: 'OutlookPoint' }),
    ),
    model_version: ModelVersionField.nullable().meta({
      description: 'Of the day-ahead run; null where the earlier auction has cleared',
    }),
    distribution: BASIS_FIELDS.distribution.nullable(),
    ...DEGRADED_FIELDS,
    simulated: SimulatedField,
  })
  .meta({ id: 'IntradayOutlook' });
export type IntradayOutlook = z.infer<typeof IntradayOutlook>;

export const GateOutlook = z
  .object({
    outlook: z.literal(true).meta({
      description: 'Always true: this is no forecast of the auctions and is not scored as one',
      examples: [true],
    }),
    market_id: MarketIdField,
    date: dayField('Delivery day'),
    unit: UnitField,
    resolution: ResolutionField,
    known_until: instantField(
      'What became known later is not in it: the day-ahead gate, or now where that is still to come',
      '2026-03-30T10:00:00Z',
    ),
    forecast_id: ForecastIdField.meta({ description: 'The day-ahead run that was the newest by then' }),
    issued_at: instantField('When that run was issued'),
    model_version: ModelVersionField,
    distribution: BASIS_FIELDS.distribution.nullable(),
    ...DEGRADED_FIELDS,
    auctions: z.array(
      z
        .object({
          product: ProductField,
          market_product_id: MarketProductIdField,
          gate_closes_at: instantField('When the auction closes', '2026-03-30T13:00:00Z'),
          ...SPREAD_DAYS_FIELDS,
          known: z.boolean().meta({
            description: 'Whether there are the 28 past days that an outlook needs; without them no points',
            examples: [true],
          }),
          points: z.array(
            z
              .object({
                time: instantField('Start of the delivery period', '2026-03-31T18:00:00Z'),
                value: priceField('Median of the price', 86.4),
                p10: priceField('10th percentile of the price', 71.2),
                p90: priceField('90th percentile of the price', 101.35),
                reference_price: priceField('Point estimate of the day-ahead price', 84.12),
                ...SPREAD_FIELDS,
              })
              .meta({ id: 'GateOutlookPoint' }),
          ),
        })
        .meta({ id: 'AuctionBeforeGate' }),
    ),
    simulated: SimulatedField,
  })
  .meta({ id: 'GateOutlook' });
export type GateOutlook = z.infer<typeof GateOutlook>;
