import type { Panel } from '@lonja/forecasting';
import { type DeliveryDay, daysBetween } from '@lonja/forecasting/market';
import type { CalibrationForecast } from '../../store/calibration-forecasts.ts';

/** Errors (price minus forecast) of past forecasts, EUR/MWh: what the paths of a run go together by. */
export interface PastErrors {
  /** How many days before the run's first day that of each past forecast lies. */
  ages: number[];
  /** One row for each past forecast, one number for each slot of its horizon. */
  errors: Float64Array[];
}

export const NO_PAST_ERRORS: PastErrors = { ages: [], errors: [] };

/** Past forecasts that paths rest on are at most so many days old; more of them made paths no better. */
export const MOST_PAST_DAYS = 182;

/** The errors of the calibration forecasts whose prices are all known, over the whole horizon. */
export function pastErrorsOf(
  calibration: CalibrationForecast[],
  { panel, firstDay, horizonDays }: { panel: Panel; firstDay: DeliveryDay; horizonDays: number },
): PastErrors {
  const { slotsPerDay, price } = panel;
  const known = calibration.flatMap((forecast) => {
    const age = daysBetween(forecast.firstDay, firstDay);
    const row = daysBetween(panel.days[0], forecast.firstDay);
    if (age > MOST_PAST_DAYS || row < 0) return [];
    const actual = price.subarray(row * slotsPerDay, (row + horizonDays) * slotsPerDay);
    const errors = actual.map((value, i) => value - forecast.values[i]);
    return errors.some(Number.isNaN) ? [] : [{ age, errors }];
  });
  return { ages: known.map(({ age }) => age), errors: known.map(({ errors }) => errors) };
}

/** The errors of the same past days over days that follow each other, which were forecast apart. */
export function followingErrors(first: PastErrors, next: PastErrors): PastErrors {
  const ofAge = new Map(next.ages.map((age, i) => [age, next.errors[i]]));
  const whole = first.ages.flatMap((age, i) => {
    const following = ofAge.get(age);
    return following === undefined
      ? []
      : [{ age, errors: Float64Array.from([...first.errors[i], ...following]) }];
  });
  return { ages: whole.map(({ age }) => age), errors: whole.map(({ errors }) => errors) };
}
