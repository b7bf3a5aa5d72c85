import { ZONES } from '@lonja/forecasting/market';
import { HOUR_GROUPINGS, PRICE_PERIODS } from '@lonja/forecasting/metrics';
import { z } from 'zod';
import { QUANTITIES } from '../../market/observations/quantities.ts';
import { ACCURACY_BASES } from '../accuracy/scored-points.ts';
import { CsvLocale, Format, MARKET_NAMES, MarketId } from '../../ground/http/parameters.ts';
import { DriftField } from '../accuracy/drift.ts';
import {
  auctionParameters,
  daySpanParameters,
  resolveAuction,
  resolveDays,
} from '../../ground/http/common-names.ts';
import { checkDayRange, dayRangeFields } from '../../ground/http/day-range.ts';
import { CutoffField, CutoffParameter, dayCountsFields } from '../accuracy/day-counts.ts';
import {
  countField,
  MapeCountField,
  ResolutionField,
  SimulatedField,
  dayField,
  percentField,
  priceField,
} from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';

const BasisField = z.enum(ACCURACY_BASES).meta({ examples: ['issued'] });

/** Of which forecasts figures are. */
export const BasisParameter = BasisField.default('issued').meta({
  description:
    'Of which forecasts: those that were `issued`, or those that calibration made up of days past, as they would have been issued (`backtested`)',
});

/** What every answer with figures of forecasts says of what they are of. */
export const scoredFields = {
  cutoff: CutoffField,
  basis: BasisField.meta({ description: 'What the figures are of; never of both' }),
  ...dayCountsFields,
};

const MAX_SCORED_DAYS = 731;
const MAX_PRICED_DAYS = 3660;
const MAX_FUNDAMENTALS_DAYS = 92;

const range = { ...auctionParameters, ...daySpanParameters };
const FiguresFormat = Format.meta({
  description:
    'Format of the answer; wins over the Accept header (`text/csv`). CSV has the hours behind the figures, one row an hour, of all pages',
});

export const ForecastStatisticsQuery = z
  .strictObject({
    ...range,
    group_by: z
      .enum(HOUR_GROUPINGS)
      .optional()
      .meta({
        description: [
          'What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was the last before the auction, 2 the run that was the',
          'last a day earlier, and so on; `price_level` is the mean price of the delivery day',
        ].join(' '),
      }),
    cutoff: CutoffParameter,
    basis: BasisParameter,
    model_version: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Count forecasts of this model version only', examples: ['da-2026.03.1'] }),
    ...pageParameters,
    format: FiguresFormat,
    locale: CsvLocale,
  })
  .transform((query, check) => resolveDays(resolveAuction(query, check), check))
  .superRefine((query, check) => checkDayRange(query, MAX_SCORED_DAYS, check));
export type ForecastStatisticsQuery = z.infer<typeof ForecastStatisticsQuery>;

export const PriceStatisticsQuery = z
  .strictObject({
    ...range,
    group_by: z
      .enum(PRICE_PERIODS)
      .default('day')
      .meta({ description: 'Length of the periods that figures are given for' }),
    resolution: ResolutionField.default('PT15M').meta({
      description:
        'What lowest and highest, spread and hours below zero are taken from: quarter hours, as the market clears (an hour that cleared as one has four equal ones), or hourly means',
    }),
    ...pageParameters,
    format: FiguresFormat,
    locale: CsvLocale,
  })
  .transform((query, check) => resolveDays(resolveAuction(query, check), check))
  .superRefine((query, check) => checkDayRange(query, MAX_PRICED_DAYS, check));

const rangeFields = {
  market: z.enum(MARKET_NAMES),
  ...dayRangeFields,
};
const GroupField = z.string().meta({
  description:
    'Hour, weekday, day, week, month, year, lead day, model version, or price level such as `50 to 75`',
  examples: ['20'],
});
const CountField = countField('Delivery hours counted', 720, 1);

const coverageFields = {
  coverage: percentField('Share of prices within the 10-90 % interval, 80 is right', 79.86),
  mean_width: priceField('Mean width of the 10-90 % interval', 24.1),
};

const AccuracyGroup = z
  .object({
    group: GroupField,
    n_observations: CountField,
    mae: priceField('Mean absolute error', 7.31),
    rmse: priceField('Root of the mean squared error', 10.02),
    mape: percentField('Mean absolute error over hours whose price is 1 EUR/MWh or more from zero', 12.45)
      .nullable()
      .meta({ description: 'Null where there is no such hour' }),
    mape_n_observations: MapeCountField,
    rmae: z
      .number()
      .nullable()
      .meta({
        description: 'MAE over that of the weekly naive on the same hours; null where it cannot be formed',
        examples: [0.412],
      }),
    bias: priceField('Mean of forecast minus price', -0.4),
    pinball_loss: z.object({
      p10: priceField('Of the 10th percentile', 1.9),
      p50: priceField('Of the point estimate', 3.66),
      p90: priceField('Of the 90th percentile', 2.1),
    }),
    ...coverageFields,
  })
  .meta({ id: 'AccuracyGroup' });

export const AccuracyStatistics = z
  .object({
    ...rangeFields,
    group_by: z.enum(HOUR_GROUPINGS).nullable(),
    ...pageOf(AccuracyGroup).shape,
    ...scoredFields,
    drift: DriftField,
    simulated: SimulatedField,
  })
  .meta({ id: 'AccuracyStatistics' });

const CalibrationGroup = z
  .object({
    group: GroupField,
    n_observations: CountField,
    ...coverageFields,
    winkler_score: priceField('Mean interval score of the 10-90 % interval, lower is better', 38.2),
    levels: z
      .array(
        z.object({
          level: z.number().meta({ description: 'Probability that the quantile claims', examples: [0.1] }),
          observed: percentField('Share of prices at or below it', 10.4),
        }),
      )
      .meta({ description: 'The 10th percentile, the point estimate taken as median, the 90th percentile' }),
    histogram: z
      .array(
        z.object({
          from: z.number().meta({ examples: [0.1] }),
          to: z.number().meta({ examples: [0.5] }),
          expected: percentField('Share of prices that belongs between the two levels', 40),
          observed: percentField('Share that lay there', 41.2),
        }),
      )
      .meta({ description: 'Probability integral transform between the levels' }),
    deciles: z
      .object({
        n_observations: countField('Hours whose run has a stored distribution', 720),
        levels: z.array(
          z.object({
            level: z.number().meta({ examples: [0.2] }),
            observed: percentField('Share of prices at or below the decile', 19.3),
          }),
        ),
      })
      .meta({ description: 'The same for every decile; no level without an hour' }),
  })
  .meta({ id: 'CalibrationGroup' });

export const CalibrationStatistics = z
  .object({
    ...rangeFields,
    group_by: z.enum(HOUR_GROUPINGS).nullable(),
    ...pageOf(CalibrationGroup).shape,
    ...scoredFields,
    simulated: SimulatedField,
  })
  .meta({ id: 'CalibrationStatistics' });

const PriceGroup = z
  .object({
    group: z.string().meta({ description: 'Day, ISO week, month or year', examples: ['2026-W14'] }),
    date_from: dayField('First delivery day with a price', '2026-03-30'),
    date_to: dayField('Last delivery day with a price', '2026-04-05'),
    n_hours: CountField,
    mean: priceField('Mean of all hours', 41.5),
    min: priceField('Lowest period of the resolution', -2.01),
    max: priceField('Highest period of the resolution', 120.3),
    negative_hours: z
      .number()
      .min(0)
      .meta({ description: 'Hours below zero; a quarter hour counts 0.25', examples: [3.25] }),
    base: priceField('Base: mean of all hours', 41.5),
    peak: priceField(
      'Peak: mean of 08:00-20:00 from Monday to Friday; null without such an hour',
      33.2,
    ).nullable(),
    daily_spread: priceField('Mean over the days of the highest minus the lowest period', 88.9),
    capture_price_solar: priceField(
      'Mean price weighted by solar generation; null where that is not known',
      12.9,
    ).nullable(),
    capture_price_wind: priceField(
      'Mean price weighted by wind generation; null where that is not known',
      36.4,
    ).nullable(),
  })
  .meta({ id: 'PriceGroup' });

export const PriceStatistics = z
  .object({
    ...rangeFields,
    resolution: ResolutionField.optional().meta({
      description: 'What lowest and highest, spread and hours below zero are taken from',
    }),
    group_by: z.enum(PRICE_PERIODS),
    ...pageOf(PriceGroup).shape,
    simulated: SimulatedField,
  })
  .meta({ id: 'PriceStatistics' });

export const BatteryStatisticsQuery = z
  .strictObject({
    ...range,
    basis: BasisParameter,
    format: Format.meta({
      description:
        'Format of the answer; wins over the Accept header (`text/csv`). CSV has the days behind the figures, one row a day',
    }),
    locale: CsvLocale,
  })
  .transform((query, check) => resolveDays(resolveAuction(query, check), check))
  .superRefine((query, check) => checkDayRange(query, MAX_SCORED_DAYS, check));

const EarningsField = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({
      description: `${description}, EUR per MW and year of 365.25 days, 2 decimals; null where no day counts`,
      examples: [example],
    });

export const BatteryStatistics = z
  .object({
    ...rangeFields,
    battery: z
      .object({
        power_mw: z.number().meta({ description: 'Charging and discharging', examples: [1] }),
        energy_mwh: z.number().meta({ description: 'What it stores', examples: [2] }),
        efficiency: z.number().meta({ description: 'Of a whole cycle', examples: [0.85] }),
        wear_eur_per_mwh: z.number().meta({ description: 'For each MWh fed in', examples: [17] }),
      })
      .meta({ description: 'The battery that is assumed; every day begins and ends empty' }),
    floor: EarningsField(
      'What it earns by the mean of past prices of the same month and local hour',
      32_021.4,
    ),
    forecast: EarningsField('What it earns by the forecast', 39_685.2),
    optimum: EarningsField('What it earns with prices known', 44_258.1),
    captured: percentField("The forecast's, of the optimum; null where that is nothing", 89.67).nullable(),
    gap: z
      .object({
        share: percentField('Of the gap between floor and optimum, how much the forecast closes', 62.6),
        interval: z
          .object({
            level: z.number().meta({ description: 'Percent', examples: [95] }),
            low: percentField('Lower end', 55),
            high: percentField('Upper end', 70.2),
          })
          .nullable()
          .meta({ description: 'By a block bootstrap of weeks; null for fewer than 28 days' }),
      })
      .nullable()
      .meta({ description: 'Null where the optimum earns no more than the floor' }),
    quarter_hour_days: countField('Days counted that were planned in quarter hours, the rest in hours', 174),
    prices_since: dayField(
      'First delivery day whose prices the floor may know; null without one',
      '2022-01-01',
    ).nullable(),
    ...scoredFields,
    simulated: SimulatedField,
  })
  .meta({ id: 'BatteryStatistics' });

export const FundamentalsStatisticsQuery = z
  .strictObject({
    market_id: MarketId.default(ZONES[0]),
    ...daySpanParameters,
    ...pageParameters,
    format: Format,
    locale: CsvLocale,
  })
  .transform(resolveDays)
  .superRefine((query, check) => checkDayRange(query, MAX_FUNDAMENTALS_DAYS, check));

const FundamentalsScore = z
  .object({
    quantity: z.enum(QUANTITIES).meta({ description: 'What was forecast', examples: ['wind'] }),
    lead_day: z
      .int()
      .min(1)
      .max(7)
      .meta({
        description: 'Days ahead: 1 is the last forecast made on the day before delivery',
        examples: [1],
      }),
    n_observations: CountField,
    mae_mw: megawattField('Mean absolute error', 812.4),
    rmse_mw: megawattField('Root of the mean squared error', 1103.9),
    bias_mw: megawattField('Mean of forecast minus measurement', -35.2),
    naive_mae_mw: megawattField(
      'Error of the naive on the hours for which it is known: for the load the same hour a week before, for the rest the same hour of the last day measured as a whole when the forecast was made; null where it is known for none',
      2210.7,
    ).nullable(),
  })
  .meta({ id: 'FundamentalsScore' });

export const FundamentalsStatistics = z
  .object({ ...dayRangeFields, ...pageOf(FundamentalsScore).shape, simulated: SimulatedField })
  .meta({ id: 'FundamentalsStatistics' });
export type FundamentalsStatistics = z.infer<typeof FundamentalsStatistics>;

function megawattField(description: string, example: number) {
  return z.number().meta({ description: `${description}, MW, 1 decimal`, examples: [example] });
}
