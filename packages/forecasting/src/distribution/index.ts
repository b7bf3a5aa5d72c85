/** Distributions of prices: quantiles, probabilities, quarter hours. Paths over many periods are in `scenarios`. */
export {
  type PriceDistribution,
  type PriceLimits,
  probabilityAtMost,
  quantileAt,
} from './price-distribution.ts';
export {
  type DecileCalibration,
  decileCalibration,
  type DecileRank,
  decilesBelow,
} from './decile-calibration.ts';
export {
  distributionFromBounds,
  distributionsOfSlots,
  type PeriodDistribution,
  pointOf,
  withExactPoint,
} from './period-distribution.ts';
export { BOUND_LEVELS, QUANTILE_LEVELS } from './quantile-levels.ts';
export {
  distributionOfQuarter,
  type QuarterDistribution,
  quarterShare,
  splitIntoQuarters,
} from './quarter-distribution.ts';
