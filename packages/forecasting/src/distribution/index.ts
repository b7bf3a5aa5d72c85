/** Distributions of prices: quantiles, probabilities, quarter hours. Paths over many periods are in `scenarios`. */
export {
  type PriceDistribution,
  type PriceLimits,
  probabilityAtMost,
  quantileAt,
} from './price-distribution.ts';
export { QUANTILE_LEVELS } from './quantile-levels.ts';
export { distributionOfQuarter, quarterShare } from './quarter-distribution.ts';
