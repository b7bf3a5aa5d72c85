import { meanAbsoluteError } from '@lonja/forecasting';
import {
  addDays,
  type DeliveryDay,
  daysBetween,
  dayRange,
  dayStart,
  deliveryDayOf,
  deliveryPeriods,
} from '@lonja/forecasting/market';
import { bias, rootMeanSquaredError } from '@lonja/forecasting/metrics';
import { hourlyLookup, lowerBound, type Series } from '@lonja/forecasting/data';
import { readSeries } from '../../market/observations/observations.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { MODEL_DAYS_AHEAD } from '../fundamentals/forecast-fundamentals.ts';
import {
  measuredSeriesOf,
  modelSeriesOf,
  QUANTITIES,
  type Quantity,
} from '../../market/observations/quantities.ts';
import { clampToServedDays, type DaySpan } from '../../ground/timing/served-days.ts';

/** Errors of the service's own forecasts of a quantity, a number of days ahead; MW. */
export interface FundamentalsScore {
  quantity: Quantity;
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

/** A week repeats itself in the load; wind, sun and plants go on as on the last day that was measured when the forecast was made. */
function naiveLag(quantity: Quantity, leadDay: number): number {
  return quantity === 'load' ? 7 : leadDay + 1;
}

/**
 * How far the own forecasts of each quantity were off what was measured afterwards, by days ahead: for each delivery day and lead the
 * last forecast made before the end of the day so many days earlier. Only what is measured by now is scored.
 */
export async function scoreFundamentals(
  context: ReadContext,
  span: DaySpan,
): Promise<{ scores: FundamentalsScore[]; simulated: boolean }> {
  const dataOrigin = await context.dataOrigin();
  const simulated = dataOrigin === 'simulator';
  const now = context.clock.now();
  const served = clampToServedDays({ from: span.from, to: earlier(span.to, deliveryDayOf(now)) });
  if (dataOrigin === undefined || served === undefined) return { scores: [], simulated };
  const days = dayRange(served.from, served.to);
  const window = {
    from: dayStart(addDays(served.from, -MODEL_DAYS_AHEAD - 1)),
    to: dayStart(addDays(served.to, 1)),
    asOf: now,
  };
  const measuredKeys = (quantity: Quantity) =>
    measuredSeriesOf(quantity).filter((key) => key.endsWith('actual'));
  const keys = QUANTITIES.flatMap((quantity) => [...measuredKeys(quantity), modelSeriesOf(quantity)]);
  const series = await readSeries(context.db, { keys, dataOrigin, ...window });
  const hours = days.flatMap((day, row) =>
    deliveryPeriods(day, 'PT1H').map(({ start, hour }): DeliveryHour => ({ start, hour, row })),
  );
  const startsBefore = hoursBefore(served.from, hours);
  const scores = QUANTITIES.flatMap((quantity) => {
    const known = measuredKeys(quantity).flatMap((key) => series.get(key) ?? []);
    const measured = hourlyLookup(known.filter(isWithinDay), window);
    const measuredAt = (starts: readonly number[]) =>
      Float64Array.from(starts, (start) => measured.get(start) ?? Number.NaN);
    const forecasts = (series.get(modelSeriesOf(quantity)) ?? []).filter(isHourly);
    const actual = measuredAt(hours.map(({ start }) => start));
    return lastForecasts(forecasts, { hours, days, now }).flatMap((forecast, i) => {
      const leadDay = i + 1;
      const naive = measuredAt(startsBefore(naiveLag(quantity, leadDay)));
      return scoreOf(quantity, leadDay, { forecast, actual, naive }) ?? [];
    });
  });
  return { scores, simulated };
}

/** An hour of the days that are scored; `row` is the place of its day among them. */
interface DeliveryHour {
  start: number;
  /** Local hour. */
  hour: number;
  row: number;
}

/**
 * For every number of days ahead (from 1) and every hour the last forecast that was made before the end of the day so many days earlier;
 * NaN where there was none.
 */
function lastForecasts(
  preferred: readonly Series[],
  { hours, days, now }: { hours: readonly DeliveryHour[]; days: readonly DeliveryDay[]; now: number },
): Float64Array[] {
  const leads = Array.from({ length: MODEL_DAYS_AHEAD }, (_, i) => i);
  const last = leads.map(() => new Float64Array(hours.length).fill(Number.NaN));
  const asOf = leads.map((lead) => days.map((day) => Math.min(now, dayStart(addDays(day, -lead)) - 1)));
  for (const { start, value, availableAt } of preferred.toReversed()) {
    let at = lowerBound(start, hours[0].start);
    for (let i = 0; i < hours.length; i++) {
      const hour = hours[i];
      while (at < start.length && start[at] < hour.start) at++;
      for (; at < start.length && start[at] === hour.start; at++) {
        // What was known so many days ahead was known later too.
        for (let lead = 0; lead < leads.length && availableAt[at] <= asOf[lead][hour.row]; lead++) {
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
  quantity: Quantity,
  leadDay: number,
  { forecast, actual, naive }: Record<'forecast' | 'actual' | 'naive', Float64Array>,
): FundamentalsScore | undefined {
  const scored = [...forecast.keys()].filter((i) => !Number.isNaN(forecast[i] - actual[i]));
  if (scored.length === 0) return undefined;
  const compared = scored.filter((i) => !Number.isNaN(naive[i]));
  const [own, measured] = [columnAt(forecast, scored), columnAt(actual, scored)];
  return {
    quantity,
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

function isHourly({ resolution }: Series): boolean {
  return resolution === 'PT1H';
}

function isWithinDay({ resolution }: Series): boolean {
  return resolution !== 'P1D';
}

function earlier(one: DeliveryDay, other: DeliveryDay): DeliveryDay {
  return daysBetween(one, other) < 0 ? other : one;
}
