/** Paths of prices over many periods, and figures of choices made on them. */
export { assumedErrors } from './assumed-errors.ts';
export { empiricalQuantile } from './empirical-quantile.ts';
export { outcomeLevels, recalibrate } from './outcome-levels.ts';
export { auctionOutlook, likelyPrices, OUTLOOK_SPREADS } from './auction-outlook.ts';
export { type Dependence, FEWEST_PAST_FORECASTS, fitDependence, ranksOf } from './dependence.ts';
export { type DayFigures, dayFigures } from './day-figures.ts';
export { type DependenceBasis, type DrawablePaths, type KeptRanks, pathSourceOf } from './path-source.ts';
export {
  type DayProbabilities,
  type PeriodProbabilities,
  priceProbabilities,
} from './price-probabilities.ts';
export { type Spread, spreadOfPaths, spreadOfSample, spreadToPrice } from './spread.ts';
export { drawPaths, type PathPeriod, type PathSource, type QuarterPart } from './draw-paths.ts';
export {
  type PartWithinLoss,
  partWithinLoss,
  waitingOutcomes,
  type WaitingWorth,
  waitingWorth,
} from './waiting.ts';
