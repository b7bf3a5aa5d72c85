/** Paths of prices over many periods, and figures of choices made on them. */
export { assumedErrors } from './assumed-errors.ts';
export { empiricalQuantile } from './empirical-quantile.ts';
export { outcomeLevels, recalibrate } from './outcome-levels.ts';
export {
  type Dependence,
  dependenceOfRanks,
  FEWEST_PAST_FORECASTS,
  fitDependence,
  ranksOf,
} from './dependence.ts';
export { drawPaths, type PathPeriod, type PathSource, type QuarterPart } from './draw-paths.ts';
