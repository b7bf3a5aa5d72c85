import { applyBounds } from '../intervals/apply-bounds.ts';
import { errorsOfForecasts, knownErrorDays, weeklyNaiveErrors } from '../intervals/error-history.ts';
import { forecastQuantiles } from '../intervals/forecast-quantiles.ts';
import type { MemberForecasts } from '../models/model.ts';
import type { Panel } from '../data/panel.ts';
import { type BacktestPlan, DEFAULT_CALIBRATION_DAYS } from './backtest-plan.ts';

/** The quantiles that bounds stand for. */
export const BOUND_LEVELS = [0.1, 0.9];

/** With errors of fewer days of its own, a forecaster's bounds are made of the weekly naive's errors. */
export const FEWEST_CALIBRATION_DAYS = 7;

/** Days before the first scored one get bounds too, so that coverage is corrected from the start, once so many lie before them. */
const DAYS_BEFORE_FIRST_BOUNDS = 91;

/**
 * Quantiles of the days of a back-test in order of time, each from what was known before it: row-major
 * `targets x slotsPerDay` for each of `levels`. NaN on calibration days that get none. With `leadDays` the forecasts are of the
 * days so many after the targets, from what was known for the targets.
 */
export function issueQuantiles(
  panel: Panel,
  plan: BacktestPlan,
  forecasts: MemberForecasts,
  { leadDays = 0, levels = BOUND_LEVELS }: { leadDays?: number; levels?: readonly number[] } = {},
): Float64Array[] {
  const { slotsPerDay, price } = panel;
  const { targets, calibrationRows, calibrationDays } = plan;
  const actual = Float64Array.from(
    forecasts.combined,
    (_, i) => price[(targets[Math.floor(i / slotsPerDay)] + leadDays) * slotsPerDay + (i % slotsPerDay)],
  );
  const delivered = targets.map((target) => target + leadDays);
  const { errors } = errorsOfForecasts(panel, delivered, forecasts.combined);
  const bounds = levels.map(() => new Float64Array(actual.length).fill(NaN));
  const issued = levels.map(() => new Float64Array(actual.length).fill(NaN));
  const first = Math.min(calibrationRows.length, DAYS_BEFORE_FIRST_BOUNDS);
  for (let place = first; place < targets.length; place++) {
    const [start, end] = [Math.max(0, place - calibrationDays) * slotsPerDay, place * slotsPerDay];
    const past = (values: Float64Array) => values.slice(start, end);
    // Of the last forecasts before this one the days had not come yet.
    const pastKnown = (values: Float64Array) =>
      past(values).fill(NaN, Math.max(0, end - start - leadDays * slotsPerDay));
    const day = (values: Float64Array) => values.slice(end, end + slotsPerDay);
    const hasOwnErrors =
      knownErrorDays({ slotsPerDay, errors: pastKnown(errors) }) >= FEWEST_CALIBRATION_DAYS;
    const ofDay = hasOwnErrors
      ? forecastQuantiles(
          {
            slotsPerDay,
            actual: pastKnown(actual),
            combined: past(forecasts.combined),
            experts: forecasts.members.map(past),
            issued: issued.map(past),
          },
          { combined: day(forecasts.combined), experts: forecasts.members.map(day) },
          levels,
        )
      : applyBounds(
          day(forecasts.combined),
          weeklyNaiveErrors(panel, targets[place], Math.max(calibrationDays, DEFAULT_CALIBRATION_DAYS)),
          levels,
        );
    ofDay.forEach((values, k) => {
      bounds[k].set(values, end);
      if (hasOwnErrors) issued[k].set(values, end);
    });
  }
  return bounds;
}
