import { ZONES, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import { CompareParameter } from './find-day-runs.ts';
import {
  DEGRADED_FIELDS,
  DegradedField,
  DegradedReasonsField,
  ForecastIdField,
  HourField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  ProductField,
  ResolutionField,
  SimulatedField,
  UnitField,
  dayField,
  instantField,
  percentField,
  priceField,
  probabilityField,
  countField,
} from '../../ground/http/fields.ts';
import { CutoffField, dayCountsFields } from '../../forecasts/accuracy/day-counts.ts';
import { dayParameter, MarketId, Resolution } from '../../ground/http/parameters.ts';
import { Preparation } from '../../forecasts/preparation/record.ts';
import { BeyondClearedField, ClearedExtremesField } from '../../market/prices/cleared-record.ts';

export const SummaryQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  date: dayParameter(`Delivery day in ${TIME_ZONE}; tomorrow when it is left out`).optional(),
  resolution: Resolution,
  compare: CompareParameter.default('previous'),
});

const TimeField = instantField('Start of the delivery period', '2026-03-31T18:00:00Z');

/** Of quarter hours a quarter each. */
const Hours = (description: string, example: number) =>
  z
    .number()
    .min(0)
    .meta({ description: `${description}; a quarter hour counts 0.25`, examples: [example] });

const ValuedHour = z
  .object({
    time: TimeField,
    hour: HourField,
    value: priceField('Price or point estimate of the period', 12.5),
  })
  .meta({ id: 'ValuedHour' });

const SummaryRun = z
  .object({
    forecast_id: ForecastIdField,
    issued_at: instantField('When the run was issued'),
    model_version: ModelVersionField,
    data_as_of: instantField('Newest input data used', '2026-03-30T10:00:00Z'),
    ...DEGRADED_FIELDS,
    cleared_extremes: ClearedExtremesField,
    simulated: SimulatedField,
  })
  .meta({ id: 'SummaryRun' });

const SummaryPoint = z
  .object({
    time: TimeField,
    hour: HourField,
    value: priceField('Point estimate', 84.12),
    p10: priceField('10th percentile', 71.4),
    p90: priceField('90th percentile', 97.03),
    change: priceField(
      'How much more than in the run of the comparison; null where that did not cover the period',
      -1.3,
    ).nullable(),
    quantiles: z.record(z.string(), z.number()).meta({
      description:
        'Further quantiles by percent, 2.5, 25, 75 and 97.5: the ends of the 95 % and the 50 % interval',
      examples: [{ 25: 78.3, 75: 90.06, '2.5': 62.9, '97.5': 106.1 }],
    }),
    probabilities: z
      .object({
        below_zero: probabilityField('Probability of a price below zero, 0.00 not counted', 0.32),
        cheapest: probabilityField('Probability of being one of the three cheapest periods of the day', 0.87),
        dearest: probabilityField('Probability of being one of the three dearest', 0.01),
      })
      .nullable()
      .meta({ id: 'HourProbabilities' }),
    beyond_cleared: BeyondClearedField,
  })
  .meta({ id: 'SummaryPoint' });

const DayFigures = z
  .object({
    basis: z.enum(['price', 'forecast']).meta({
      description: 'What the figures are of: prices once every forecast period of the day has cleared',
    }),
    base: priceField('Mean of all periods', 61.2),
    peak: priceField('Mean of 08:00-20:00 from Monday to Friday; null on other days', 48.7).nullable(),
    spread: priceField('Highest minus lowest period', 92.4),
    cheapest: z.array(ValuedHour).max(3).meta({ description: 'The lowest periods, the lowest first' }),
    dearest: z.array(ValuedHour).max(3).meta({ description: 'The highest periods, the highest first' }),
    negative_hours: Hours('Hours below zero', 2),
    possibly_negative_hours: Hours('Hours whose 10th percentile is forecast below zero', 5),
  })
  .meta({ id: 'DayFigures' });

const ForecastChange = z
  .object({
    hours: Hours('Hours that both runs forecast', 24),
    mean: priceField('Mean change', -0.8),
    mean_absolute: priceField('Mean size of the change', 2.1),
    largest: ValuedHour.meta({ description: 'The period that changed most; its value is the change' }),
    largest_bound: ValuedHour.meta({
      description: 'The same of p10 and p90, which may differ where no point does',
    }),
  })
  .meta({ id: 'ForecastChange' });

const FigureRange = z
  .object({
    value: priceField('Median', 61.4),
    p10: priceField('10th percentile', 48.1),
    p90: priceField('90th percentile', 75.6),
  })
  .meta({ id: 'FigureRange' });

const DayOutlook = z
  .object({
    base: FigureRange.meta({ description: 'Of the mean of all periods' }),
    lowest: FigureRange.meta({ description: 'Of the lowest price' }),
    highest: FigureRange.meta({ description: 'Of the highest price' }),
    spread: FigureRange.meta({ description: 'Of the highest minus the lowest price' }),
    any_below_zero: probabilityField('Probability that any period is below zero', 0.51),
  })
  .meta({
    id: 'DayOutlook',
    description:
      'Median and 80 % range of each figure of the day, over 500 paths of the run. The highest price of a day is expected above the highest point forecast, the lowest below the lowest, so `figures` of a forecast may lie outside; null without a run',
  });

const ProductDay = z
  .object({
    date: dayField('Delivery day'),
    gate_closes_at: instantField('When the gate of the auction closes', '2026-03-30T10:00:00Z'),
    prices_expected_at: instantField('When its results are usually public', '2026-03-30T11:00:00Z'),
    prices_published_at: instantField('When they were; null until then', '2026-03-30T11:00:00Z').nullable(),
    first_run_at: instantField(
      'When the first scheduled run that covers the day comes, or came',
      '2026-03-24T05:05:00Z',
    ),
    run: SummaryRun.nullable().meta({
      description: 'The run that is scored for the day: the newest one before its auction',
    }),
    previous_run: SummaryRun.nullable().meta({
      description:
        'The run that changes are against: by `compare`, else the newest one before it that forecast other prices or bounds for the day',
    }),
    points: z.array(SummaryPoint).meta({ description: 'Its forecast of the periods of the day' }),
    prices: z.array(ValuedHour).meta({ description: 'Prices that cleared and are public' }),
    figures: DayFigures.nullable(),
    change: ForecastChange.nullable(),
    outlook: DayOutlook.nullable(),
  })
  .meta({ id: 'ProductDay' });

export const HeadlineAccuracy = z
  .object({
    date_from: dayField('First delivery day', '2026-03-01'),
    date_to: dayField('Last delivery day', '2026-03-30'),
    n_observations: countField('Delivery hours with a price and a forecast', 720),
    days: countField('Delivery days that they are of', 30, 1),
    mae: priceField('Mean absolute error', 9.8),
    naive_mae: priceField(
      'The same of the price a week before, on the hours where it is known; null where it never is',
      18.1,
    ).nullable(),
    skill: percentField('How much smaller the error is than the naive one', 45.9).nullable(),
    coverage: percentField('Prices within p10 .. p90; 80 is right', 80.3),
    cutoff: CutoffField,
    ...dayCountsFields,
  })
  .meta({ id: 'HeadlineAccuracy' });

export const BacktestedAccuracy = HeadlineAccuracy.nullable().meta({
  description:
    'While fewer than 14 of those days have an issued forecast: the same of forecasts that calibration made up, as they would have been issued',
});

/** The same figures of what one could bid with. */
export const GateAccuracy = z
  .object({
    accuracy: HeadlineAccuracy.nullable().meta({ description: 'Of issued forecasts' }),
    backtested: BacktestedAccuracy,
  })
  .meta({
    id: 'GateAccuracy',
    description:
      'Of the last run before the gate; the figures beside it are of the last one before the results',
  });

const ProductSummary = z
  .object({
    product: ProductField,
    market_product_id: MarketProductIdField,
    name: z.string().meta({ description: 'Name of the auction', examples: ['Day-ahead'] }),
    session: z.int().min(1).max(3).nullable().meta({ description: 'Intraday session; null for day-ahead' }),
    next_gate: z
      .object({
        date: dayField('Delivery day'),
        closes_at: instantField('When its gate closes', '2026-03-31T10:00:00Z'),
      })
      .meta({ id: 'NextGate', description: 'The first gate that closes after now' }),
    next_run_at: instantField('When the next scheduled run comes', '2026-03-31T04:05:00Z'),
    latest_run: SummaryRun.nullable().meta({ description: 'The newest run, whatever it covers' }),
    late: z.boolean().meta({
      description:
        'True when a scheduled run should be there and is not; false while a first start prepares the first one',
    }),
    days: z.array(ProductDay).meta({ description: 'The day before, then the day itself' }),
    accuracy: HeadlineAccuracy.nullable().meta({
      description: 'Of the issued forecasts of the last 30 delivery days',
    }),
    backtested: BacktestedAccuracy,
    at_gate: GateAccuracy,
  })
  .meta({ id: 'ProductSummary' });

const SummaryDay = z
  .object({
    date: dayField('Delivery day'),
    starts_at: instantField('Its first instant', '2026-03-30T22:00:00Z'),
    ends_at: instantField('The first instant after it', '2026-03-31T22:00:00Z'),
    hours: z
      .int()
      .min(23)
      .max(25)
      .meta({ description: 'Delivery hours: 23 or 25 on the days the clock changes', examples: [24] }),
  })
  .meta({ id: 'SummaryDay' });

const Freshness = z
  .object({
    simulated: SimulatedField,
    degraded: DegradedField.meta({ description: 'Why runs that are shown are weaker than usual, each once' }),
    degraded_reasons: DegradedReasonsField,
    late_products: z.array(ProductField).meta({ description: 'Products whose scheduled run is not there' }),
    next_run: z
      .object({ product: ProductField, at: instantField('When it is scheduled', '2026-03-31T04:05:00Z') })
      .nullable()
      .meta({ id: 'NextRun', description: 'The next run of any product; null without a subscription' }),
    data: z.enum(['ok', 'degraded']).meta({ description: 'State of the sources as a whole' }),
    late_sources: z
      .array(z.string())
      .meta({ description: 'Sources that are late or do not answer; GET /support/status says more' }),
  })
  .meta({ id: 'Freshness' });

export const DashboardSummary = z
  .object({
    market_id: MarketIdField,
    date: dayField('Delivery day that the summary is of'),
    resolution: ResolutionField,
    now: instantField('The moment that the summary is of: the minute that the service is in'),
    time_zone: z.string().meta({ description: 'Zone of delivery days', examples: ['Europe/Madrid'] }),
    unit: UnitField,
    days: z.array(SummaryDay).meta({ description: 'The day before, then the day itself' }),
    products: z
      .array(ProductSummary)
      .meta({ description: 'Those of the subscription, in the order of their auctions' }),
    freshness: Freshness,
    preparation: Preparation.nullable(),
    simulated: SimulatedField,
  })
  .meta({ id: 'DashboardSummary' });
export type DashboardSummary = z.infer<typeof DashboardSummary>;
