/** Paths of prices over many periods, and figures of choices made on them. */
export { assumedErrors } from './assumed-errors.ts';
export { empiricalQuantile } from './empirical-quantile.ts';
export { outcomeLevels, recalibrate } from './outcome-levels.ts';
export { likelyPrices, OUTLOOK_SPREADS, type OutlookPeriod, outlookPeriods } from './auction-outlook.ts';
export { type Dependence, fitDependence, ranksOf } from './dependence.ts';
export { type DayFigures, dayFigures } from './day-figures.ts';
export {
  assumedDependence,
  type DependenceBasis,
  type DependenceOptions,
  type DrawablePaths,
  type KeptRanks,
  type PathRecipe,
  pathSourceOf,
} from './path-source.ts';
export {
  type DayProbabilities,
  type PeriodProbabilities,
  priceProbabilities,
} from './price-probabilities.ts';
export { type Spread, spreadOfPaths, spreadOfSample, spreadToPrice } from './spread.ts';
export { pathPeriodsOf, slotOfPeriod } from './path-periods.ts';
export { drawPaths, type PathPeriod, type PathSource, type QuarterPart } from './draw-paths.ts';
export {
  type PartWithinLoss,
  partWithinLoss,
  waitingOutcomes,
  type WaitingWorth,
  waitingWorth,
} from './waiting.ts';
