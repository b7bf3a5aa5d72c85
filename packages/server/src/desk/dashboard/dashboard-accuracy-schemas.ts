import { z } from 'zod';
import { MARKET_NAMES } from '../../ground/http/parameters.ts';
import { DriftField } from '../../forecasts/accuracy/drift.ts';
import {
  auctionParameters,
  daySpanParameters,
  resolveAuction,
  resolveDays,
} from '../../ground/http/common-names.ts';
import { checkDayRange, dayRangeFields } from '../../ground/http/day-range.ts';
import {
  MapeCountField,
  ModelVersionField,
  SimulatedField,
  UnitField,
  instantField,
  percentField,
  priceField,
  countField,
} from '../../ground/http/fields.ts';
import { CutoffParameter } from '../../forecasts/accuracy/day-counts.ts';
import { BasisParameter, scoredFields } from '../../forecasts/statistics/schemas.ts';

const MAX_DAYS = 400;

export const AccuracyPageQuery = z
  .strictObject({
    ...auctionParameters,
    ...daySpanParameters,
    basis: BasisParameter,
    cutoff: CutoffParameter,
  })
  .transform((query, check) => resolveDays(resolveAuction(query, check), check))
  .superRefine((query, check) => {
    checkDayRange(query, MAX_DAYS - 1, check);
  });

const CountField = countField('Delivery hours counted', 720, 1);
const SkillField = percentField(
  'How much smaller the error is than that of the price a week before; null where that is not known',
  45.9,
).nullable();

const AccuracyFigures = z
  .object({
    n_observations: CountField,
    mae: priceField('Mean absolute error', 7.31),
    rmse: priceField('Root of the mean squared error', 10.02),
    mape: percentField('Mean absolute error over hours whose price is 1 EUR/MWh or more from zero', 12.45)
      .nullable()
      .meta({ description: 'Null where there is no such hour' }),
    mape_n_observations: MapeCountField,
    skill: SkillField,
    bias: priceField('Mean of forecast minus price', -0.4),
    coverage: percentField('Prices within p10 .. p90; 80 is right', 79.9),
    mean_width: priceField('Mean width of the 10-90 % interval', 24.1),
  })
  .meta({ id: 'AccuracyFigures' });

function column<F extends z.ZodType>(field: F) {
  return z.array(field);
}

const AccuracyColumns = z
  .object({
    group: column(z.string()).meta({
      description: 'Delivery day, hour, weekday, month, lead day or price level, in natural order',
      examples: [['0', '1']],
    }),
    n_observations: column(CountField),
    mae: column(priceField('Mean absolute error', 7.31)),
    skill: column(SkillField),
    bias: column(priceField('Mean of forecast minus price', -0.4)),
    coverage: column(percentField('Prices within p10 .. p90; 80 is right', 79.9)),
  })
  .meta({ id: 'AccuracyColumns', description: 'Columns of the same length, one value for each group' });

const ReliabilityColumns = z
  .object({
    level: z
      .array(z.number())
      .meta({ description: 'Probability that each quantile claims', examples: [[0.1, 0.5, 0.9]] }),
    observed: column(percentField('Prices at or below it; right is 100 times the level', 10.4)),
  })
  .meta({ id: 'ReliabilityColumns' });

const DecileColumns = z
  .object({
    n_observations: countField(
      'Hours counted: those whose run has a stored distribution, as every run has since distributions are stored',
      720,
    ),
    level: z
      .array(z.number())
      .meta({ description: 'Levels of the nine deciles; none without an hour', examples: [[0.1, 0.2]] }),
    at_most: z
      .array(z.int().min(0))
      .meta({ description: 'Hours whose price was at or below each', examples: [[75, 139]] }),
    observed: column(percentField('Their share; right is 100 times the level', 10.4)),
  })
  .meta({ id: 'DecileColumns' });

const VersionOnTimeLine = z
  .object({
    model_version: ModelVersionField,
    active_from: instantField('When the version became active', '2026-03-01T04:05:00Z'),
    active_to: instantField('When another replaced it; null while it is active').nullable(),
    n_observations: CountField,
    mae: priceField('Mean absolute error of its forecasts', 7.31),
  })
  .meta({ id: 'VersionOnTimeLine' });

export const AccuracyPage = z
  .object({
    market: z.enum(MARKET_NAMES),
    ...dayRangeFields,
    ...scoredFields,
    unit: UnitField,
    overall: AccuracyFigures.nullable().meta({ description: 'Null where nothing can be scored' }),
    by_day: AccuracyColumns,
    by_hour: AccuracyColumns,
    by_weekday: AccuracyColumns,
    by_month: AccuracyColumns,
    by_lead_day: AccuracyColumns,
    by_price_level: AccuracyColumns.meta({ description: 'By the mean price of the delivery day, EUR/MWh' }),
    reliability: ReliabilityColumns,
    deciles: DecileColumns,
    model_versions: z
      .array(VersionOnTimeLine)
      .meta({ description: 'Those that made forecasts of the days, the first to become active first' }),
    drift: DriftField,
    simulated: SimulatedField,
  })
  .meta({ id: 'AccuracyPage' });
export type AccuracyPage = z.infer<typeof AccuracyPage>;
