import type { DistributionScores } from '../backtest/distribution-scores.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import type { Recipe } from '../models/recipe.ts';

/** A forecast period beside what happened: the part of a back-test's scored period that a report needs. */
export interface ReportPeriod {
  /** Local start, `YYYY-MM-DD HH:MM...` with a blank or a `T`. */
  time: string;
  actual: number;
  /** Point forecast, taken as the median. */
  value: number;
  /** `p10 <= value <= p90`. */
  p10: number;
  p90: number;
  /** Days from issue to delivery, 1 for the day after; 1 when left out. */
  leadDay?: number | undefined;
}

/** Another forecast of the same periods to be compared with. */
export interface Rival {
  name: string;
  /** One finite value for each period, in their order. */
  values: ArrayLike<number>;
}

export interface ReportInput {
  /** What made the forecasts, as the report should call it. */
  model: string;
  /** In order of time; periods of several lead days, one lead day after the other or day by day. */
  periods: readonly ReportPeriod[];
  /** The first is the yardstick of the tables and charts. */
  rivals?: readonly Rival[] | undefined;
  /** Scores of the whole distributions, as `backtest` gives them. */
  distributionScores?: DistributionScores | undefined;
  /** Unit of the price for headings and axes. */
  unit?: string | undefined;
  /** What made the forecasts, and of what: a report that can be made again. */
  origin?: ReportOrigin | undefined;
}

/** Where the figures of a report are from. */
export interface ReportOrigin {
  /** Of the model or of the whole forecast. */
  recipe?: Recipe | ForecastRecipe | undefined;
  /** Further facts by their names, such as the file and its zone. */
  facts?: readonly (readonly [name: string, value: string])[] | undefined;
}

const LOCAL_START = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/;

/** Throws RangeError that names the first period that cannot be reported on. Finite numbers are the metrics' own check. */
export function requireReportInput({ periods, rivals = [] }: ReportInput): void {
  if (periods.length === 0) throw new RangeError('A report needs at least one period.');
  periods.forEach(({ time, value, p10, p90, leadDay = 1 }, i) => {
    if (!LOCAL_START.test(time))
      throw new RangeError(`Period ${i} starts at "${time}", not YYYY-MM-DD HH:MM.`);
    if (p10 > value || value > p90)
      throw new RangeError(`Period ${time}: p10 <= value <= p90 does not hold: ${p10}, ${value}, ${p90}.`);
    if (!Number.isInteger(leadDay) || leadDay < 1)
      throw new RangeError(`Period ${time}: a lead day is a whole number from 1 on; got ${leadDay}.`);
  });
  for (const { name, values } of rivals) {
    if (values.length !== periods.length)
      throw new RangeError(`"${name}" has ${values.length} values for ${periods.length} periods.`);
  }
}
