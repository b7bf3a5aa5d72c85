import { AUCTIONS, ZONES } from '@lonja/forecasting/market';
import { z } from 'zod';
import { CHART_POWERS } from './chart-overlays.ts';
import { BEYOND_SIDES } from '../../market/prices/cleared-extremes.ts';
import { CompareParameter } from './find-day-runs.ts';
import { daySpanParameters, resolveDays } from '../../ground/http/common-names.ts';
import { checkDayRange, dayRangeFields } from '../../ground/http/day-range.ts';
import {
  ForecastIdField,
  MarketIdField,
  MarketProductIdField,
  ProductField,
  ResolutionField,
  SimulatedField,
  UnitField,
  dayField,
  instantField,
} from '../../ground/http/fields.ts';
import { MarketId, ProductName, Quantiles, Resolution } from '../../ground/http/parameters.ts';
import { clearedExtremesField } from '../../market/prices/cleared-record.ts';

const MAX_DAYS = { PT1H: 400, PT15M: 100 };
const MAX_COMPARED_DAYS = 7;
const POWER_LIST = new RegExp(
  `^(${CHART_POWERS.join('|')})(,(${CHART_POWERS.join('|')})){0,${CHART_POWERS.length - 1}}$`,
);
const PRODUCT_LIST = new RegExp(
  `^(${AUCTIONS.join('|')})(,(${AUCTIONS.join('|')})){0,${AUCTIONS.length - 1}}$`,
);

export const PriceChartQuery = z
  .strictObject({
    market_id: MarketId.default(ZONES[0]),
    product: ProductName.optional(),
    ...daySpanParameters,
    products: z
      .string()
      .regex(PRODUCT_LIST, `Send some of ${AUCTIONS.join(', ')}, separated by commas.`)
      .optional()
      .meta({
        description: 'Market products, separated by commas; those of the subscription when left out',
        examples: ['da,ida1'],
      }),
    resolution: Resolution,
    quantiles: Quantiles,
    compare: CompareParameter.optional().meta({
      description: `Adds the run that each day's forecast is compared with, for up to ${MAX_COMPARED_DAYS} days: \`previous\`, \`morning\` or \`yesterday\` as in GET /dashboard/summary`,
    }),
    powers: z
      .string()
      .regex(POWER_LIST, `Send some of ${CHART_POWERS.join(', ')}, separated by commas.`)
      .optional()
      .meta({
        description: 'Power of the system that is to be added, separated by commas',
        examples: ['load,wind'],
      }),
    last_year: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: '`true`: adds the prices of the same weekday and local time 52 weeks before' }),
    extremes: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: '`true`: adds the lowest and the highest price that ever cleared' }),
  })
  .transform((query, check) => {
    const { product, ...rest } = resolveDays(query, check);
    if (product === undefined || rest.products === undefined || rest.products === product)
      return { ...rest, products: rest.products ?? product };
    const message = `product=${product} is one, products=${rest.products} are others; send one of the two.`;
    check.addIssue({ code: 'custom', path: ['product'], message });
    return rest;
  })
  .superRefine((query, check) => {
    const most = query.compare === undefined ? MAX_DAYS[query.resolution] : MAX_COMPARED_DAYS;
    checkDayRange(query, most - 1, check);
  });

function columnField(description: string, example: number) {
  return z.array(z.number().nullable()).meta({
    description: `${description}, EUR/MWh, 2 decimals; one for each period, null where there is none`,
    examples: [[example, null]],
  });
}

export const PriceChartSeries = z
  .object({
    product: ProductField,
    market_product_id: MarketProductIdField,
    price: columnField('Price that cleared', 80.5),
    value: columnField('Point estimate of the last run before the auction', 84.12),
    p10: columnField('Its 10th percentile', 71.4),
    p90: columnField('Its 90th percentile', 97.03),
    quantiles: z.record(z.string(), columnField('Quantile', 78.3)).optional().meta({
      description: 'The wanted quantiles, a column for each percent; only where `quantiles` was sent',
    }),
    extremes: clearedExtremesField(
      'What has ever cleared in the auction, as far as it is stored, in its own periods; null with less than 28 days of prices. Only where `extremes=true` was sent',
    ).optional(),
    beyond_cleared: z
      .array(z.enum(BEYOND_SIDES).nullable())
      .optional()
      .meta({
        description: [
          'On which side of anything that had cleared when its run was issued the point estimate lies, one for each period;',
          'null where it does not, or that is not known. Only where `extremes=true` was sent',
        ].join(' '),
        examples: [[null, 'below']],
      }),
    last_year: columnField('Price of the same weekday and local time 52 weeks before', 61.2)
      .optional()
      .meta({ description: 'Only where `last_year=true` was sent' }),
    compared: z
      .object({
        value: columnField('Point estimate of the run that the forecast is compared with', 85.4),
        days: z.array(
          z.object({
            date: dayField('Delivery day'),
            forecast_id: ForecastIdField.nullable(),
            issued_at: instantField('When that run was issued; null where there is none').nullable(),
          }),
        ),
      })
      .optional()
      .meta({ description: 'Only where `compare` was sent' }),
  })
  .meta({ id: 'PriceChartSeries' });

export const PriceChart = z
  .object({
    market_id: MarketIdField,
    ...dayRangeFields,
    resolution: ResolutionField,
    unit: UnitField,
    start: instantField('Start of the first period', '2026-02-28T23:00:00Z'),
    step_s: z.int().meta({ description: 'Length of a period in seconds', examples: [3600] }),
    periods: z.int().meta({
      description:
        'Number of periods: period i starts at start + i * step_s. Days of 23 and 25 hours leave no gap',
      examples: [744],
    }),
    series: z.array(PriceChartSeries),
    powers: z
      .partialRecord(z.enum(CHART_POWERS), z.array(z.number().nullable()))
      .optional()
      .meta({
        description:
          'MW, 1 decimal, one for each period: what is published, and from today on the own forecast of what is not; the value of an hour stands for its quarters. Only where `powers` was sent',
        examples: [{ load: [24310.5, null] }],
      }),
    simulated: SimulatedField,
  })
  .meta({ id: 'PriceChart' });
export type PriceChart = z.infer<typeof PriceChart>;
