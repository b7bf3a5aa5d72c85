import { lowerBound, type Series } from '../data/series.ts';
import { addDays, type DeliveryDay, dayStart, deliveryPeriods } from '../market/delivery-day.ts';
import { bias } from '../metrics/bias.ts';
import { meanAbsoluteError } from '../metrics/mean-absolute-error.ts';
import { rootMeanSquaredError } from '../metrics/root-mean-squared-error.ts';

/** Errors of forecasts of a quantity made a number of days ahead; MW. */
export interface PowerScore {
  /** Days between the day whose last forecast is scored and the delivery day. */
  leadDay: number;
  count: number;
  mae: number;
  rmse: number;
  /** Mean of forecast minus measurement. */
  bias: number;
  /** Error of the naive on those of the hours for which it is known; undefined where there are none. */
  naiveMae: number | undefined;
}

/** A quantity that is scored: what was measured by start of the hour, MW, and its hourly forecasts with every revision, the preferred first. */
export interface ForecastPower {
  measured: { get: (start: number) => number | undefined };
  forecasts: readonly Series[];
  /** How many days before the delivery day the naive of a lead takes the same local hour from. */
  naiveDays: (leadDay: number) => number;
}

/** An hour of the days that are scored; `row` is the place of its day among them. */
interface DeliveryHour {
  start: number;
  /** Local hour. */
  hour: number;
  row: number;
}

/**
 * Gives of a quantity the scores by days ahead, from 1 to `leadDays`, over the hours of consecutive days: for each delivery day and lead of the
 * last forecast made before the end of the day so many days earlier, and by `now` (epoch ms). Leads without an hour that has both forecast and
 * measurement are left out. What quantities have in common is worked out once.
 */
export function createPowerScores(
  days: readonly DeliveryDay[],
  { leadDays, now }: { leadDays: number; now: number },
): (quantity: ForecastPower) => PowerScore[] {
  const hours = days.flatMap((day, row) =>
    deliveryPeriods(day, 'PT1H').map(({ start, hour }): DeliveryHour => ({ start, hour, row })),
  );
  const leads = Array.from({ length: leadDays }, (_, i) => i);
  const asOf = leads.map((lead) => days.map((day) => Math.min(now, dayStart(addDays(day, -lead)) - 1)));
  const startsBefore = hoursBefore(days[0], hours);
  return ({ measured, forecasts, naiveDays }) => {
    const measuredAt = (starts: readonly number[]) =>
      Float64Array.from(starts, (start) => measured.get(start) ?? Number.NaN);
    const actual = measuredAt(hours.map(({ start }) => start));
    return lastForecasts(forecasts, hours, asOf).flatMap((forecast, lead) => {
      const leadDay = lead + 1;
      const naive = measuredAt(startsBefore(naiveDays(leadDay)));
      return scoreOf(leadDay, { forecast, actual, naive }) ?? [];
    });
  };
}

/** For every lead and every hour the last forecast that was available by the lead's instant of the hour's day; NaN where there was none. */
function lastForecasts(
  preferred: readonly Series[],
  hours: readonly DeliveryHour[],
  asOf: readonly (readonly number[])[],
): Float64Array[] {
  const last = asOf.map(() => new Float64Array(hours.length).fill(Number.NaN));
  for (const { start, value, availableAt } of preferred.toReversed()) {
    let at = lowerBound(start, hours[0].start);
    for (let i = 0; i < hours.length; i++) {
      const hour = hours[i];
      while (at < start.length && start[at] < hour.start) at++;
      for (; at < start.length && start[at] === hour.start; at++) {
        // What was known so many days ahead was known later too.
        for (let lead = 0; lead < asOf.length && availableAt[at] <= asOf[lead][hour.row]; lead++) {
          last[lead][i] = value[at];
        }
      }
    }
  }
  return last;
}

/** Gives for every hour the start of the same local hour so many days earlier; NaN where that day has no such hour. */
function hoursBefore(from: DeliveryDay, hours: readonly DeliveryHour[]): (lag: number) => readonly number[] {
  const ofDay = new Map<number, Map<number, number>>();
  const ofLag = new Map<number, readonly number[]>();
  const startsOf = (row: number) => {
    const known =
      ofDay.get(row) ??
      new Map(deliveryPeriods(addDays(from, row), 'PT1H').map(({ start, hour }) => [hour, start]));
    ofDay.set(row, known);
    return known;
  };
  return (lag) => {
    const starts =
      ofLag.get(lag) ?? hours.map(({ hour, row }) => startsOf(row - lag).get(hour) ?? Number.NaN);
    ofLag.set(lag, starts);
    return starts;
  };
}

/** From columns with a value for every hour; undefined where no hour has both forecast and measurement. */
function scoreOf(
  leadDay: number,
  { forecast, actual, naive }: Record<'forecast' | 'actual' | 'naive', Float64Array>,
): PowerScore | undefined {
  const scored = [...forecast.keys()].filter((i) => !Number.isNaN(forecast[i] - actual[i]));
  if (scored.length === 0) return undefined;
  const compared = scored.filter((i) => !Number.isNaN(naive[i]));
  const [own, measured] = [columnAt(forecast, scored), columnAt(actual, scored)];
  return {
    leadDay,
    count: scored.length,
    mae: meanAbsoluteError(own, measured),
    rmse: rootMeanSquaredError(own, measured),
    bias: bias(own, measured),
    naiveMae:
      compared.length === 0
        ? undefined
        : meanAbsoluteError(columnAt(naive, compared), columnAt(actual, compared)),
  };
}

function columnAt(column: Float64Array, places: readonly number[]): Float64Array {
  return Float64Array.from(places, (i) => column[i]);
}
