import { type PeriodDistribution, pointOf, type QuarterDistribution } from '@lonja/forecasting/distribution';
import { ranksOf } from '@lonja/forecasting/scenarios';
import type { NewForecastRun } from '../../store/forecast-runs.ts';
import type { PriceLimits } from './cleared-limits.ts';
import type { PastErrors } from './past-errors.ts';

/** The delivery periods of a run in both resolutions, in order of time. */
export interface RunPeriods {
  hours: PeriodDistribution[];
  quarters: QuarterDistribution[];
  /** How quarters of past days lay around what was to be expected of them: one row for each day, one number for each covered quarter. */
  quarterResiduals: Float64Array[];
}

/**
 * Keeps a distribution within the limits. One whose median lies below that of points is moved up as a whole, so that it is as wide as before; what
 * still lies beyond the limits is an atom at them.
 */
export function clipTo({ min, pointMin, max }: PriceLimits) {
  return <T extends PeriodDistribution>(period: T): T => {
    const rise = Math.max(0, pointMin - pointOf(period).value);
    return {
      ...period,
      distribution: Float64Array.from(period.distribution, (price) =>
        Math.min(max, Math.max(min, price + rise)),
      ),
    };
  };
}

/** What is published of the periods of a run, with the errors of past forecasts that its paths go together by. */
export function contentOf(
  { hours, quarters, quarterResiduals }: RunPeriods,
  { ages, errors }: PastErrors,
): Pick<NewForecastRun, 'hours' | 'quarters' | 'distributions'> {
  return {
    hours: hours.map(pointOf),
    quarters: quarters.map(pointOf),
    distributions: {
      hours: hours.map(({ distribution }) => distribution),
      quarters: quarters.map(({ distribution }) => distribution),
      quarterShares: quarters.map(({ share }) => share),
      between: { ages, ranks: ranksOf(errors) },
      withinDays: ranksOf(quarterResiduals),
    },
  };
}
