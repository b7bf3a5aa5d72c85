/** Forecasts of several days and of quarter hours, and which past they need. `forecastHorizon` is in the main door. */
export { type NextDaysForecast, nextDaysOf, type NextPeriodForecast } from '../forecast-next-days.ts';
export { firstUnknownRow } from './first-unknown-row.ts';
export { type FittedHorizon, fitHorizon } from './forecast-horizon.ts';
export {
  fitQuarterShape,
  quarteredHours,
  quarterResiduals,
  quarterShapeOf,
} from '../distribution/quarter-shape.ts';
export { missingInputs } from './missing-inputs.ts';
export {
  type InputChange,
  type InputShift,
  ShiftError,
  type ShiftFault,
  shiftInputs,
} from './shift-inputs.ts';
export { type PastRun, type ShrinkageOptions, shrinkToBaseline } from './shrink-to-baseline.ts';
