/** Forecasts of load, wind and solar power, and of plants, from weather, calendar and the past. */
export { DAY_AHEAD_FIT_DAYS, POWER_HISTORY_DAYS, type DayAheadTask, dayAheadTask } from './day-ahead-task.ts';
export { ESTIMATE_DAYS, type EstimatedQuantity, estimateQuantity } from './estimate-quantity.ts';
export { POWER_MODELS, type PowerQuantity, hasDriverHistory } from './forecast-power.ts';
export { type DailyEnergy, hoursOfEnergy } from './hours-of-energy.ts';
export { clearSky } from './light.ts';
export { type PowerFit, type PowerOptions, fitPower, predictPower } from './power-model.ts';
export { type DriverColumn, type DriverKind, type PowerPanel, areDriversKnown } from './power-panel.ts';
export { POWER_OPTIONS } from '../pipelines/power.ts';
export { restOfLoad } from './rest-of-load.ts';
export { createPowerScores, type PowerScore } from './score-power.ts';
