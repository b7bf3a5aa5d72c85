/** Parts of scenarios and of choices made on them. `fitScenarios` and `dayScenarios` are in the main door. */
export { assumedErrors } from './assumed-errors.ts';
export { type ScenarioPeriod } from './day-scenarios.ts';
export { empiricalQuantile } from './empirical-quantile.ts';
export { type ScenarioFit } from './fit-scenarios.ts';
export { outcomeLevels, recalibrate } from './outcome-levels.ts';
export {
  type Dependence,
  dependenceOfRanks,
  FEWEST_PAST_FORECASTS,
  fitDependence,
  ranksOf,
} from './dependence.ts';
export { drawPaths, type PathPeriod, type PathSource, type QuarterPart } from './draw-paths.ts';
