import { PRODUCTS } from '@lonja/forecasting/market';
import { z } from 'zod';
import { CompareParameter } from './comparison.ts';
import { checkDayRange, dayRangeFields, dayRangeParameters } from './day-range.ts';
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
} from './fields.ts';
import { Quantiles, Resolution } from './parameters.ts';

const MAX_DAYS = { PT1H: 400, PT15M: 100 };
const MAX_COMPARED_DAYS = 7;
const PRODUCT_LIST = new RegExp(
  `^(${PRODUCTS.join('|')})(,(${PRODUCTS.join('|')})){0,${PRODUCTS.length - 1}}$`,
);

export const PriceChartQuery = z
  .strictObject({
    ...dayRangeParameters,
    products: z
      .string()
      .regex(PRODUCT_LIST, `Send some of ${PRODUCTS.join(', ')}, separated by commas.`)
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
    simulated: SimulatedField,
  })
  .meta({ id: 'PriceChart' });
export type PriceChart = z.infer<typeof PriceChart>;
