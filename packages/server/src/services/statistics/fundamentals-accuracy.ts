import {
  addDays,
  type DeliveryDay,
  daysBetween,
  dayRange,
  dayStart,
  deliveryDayOf,
  deliveryPeriods,
  hourlyLookup,
  lowerBound,
  type Series,
} from '@lonja/forecasting';
import { readSeries } from '../../store/observations.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import { MODEL_DAYS_AHEAD } from '../fundamentals/forecast-fundamentals.ts';
import { measuredSeriesOf, modelSeriesOf, QUANTITIES, type Quantity } from '../fundamentals/quantities.ts';
import { clampToServedDays, type DaySpan } from '../markets/served-days.ts';

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
  const before = hoursBefore(served.from, hours);
  const scores = QUANTITIES.flatMap((quantity) => {
    const known = measuredKeys(quantity).flatMap((key) => series.get(key) ?? []);
    const measured = hourlyLookup(known.filter(isWithinDay), window);
    const forecasts = (series.get(modelSeriesOf(quantity)) ?? []).filter(isHourly);
    return Array.from({ length: MODEL_DAYS_AHEAD }, (_, i) => i + 1).flatMap((leadDay) => {
      const asOf = days.map((day) => Math.min(now, dayStart(addDays(day, 1 - leadDay)) - 1));
      const forecast = lastForecasts(forecasts, { hours, asOf });
      const starts = before(naiveLag(quantity, leadDay));
      const pairs = hours.flatMap(({ start }, i): Pair[] => {
        const actual = measured.get(start);
        if (Number.isNaN(forecast[i]) || actual === undefined) return [];
        const naive = measured.get(starts[i]) ?? Number.NaN;
        return [{ error: forecast[i] - actual, naiveError: naive - actual }];
      });
      return pairs.length === 0 ? [] : [scoreOf(quantity, leadDay, pairs)];
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

interface Pair {
  error: number;
  naiveError: number;
}

/** For every hour the last forecast of it that was known at the instant of its day; NaN where there was none. */
function lastForecasts(
  preferred: readonly Series[],
  { hours, asOf }: { hours: readonly DeliveryHour[]; asOf: readonly number[] },
): Float64Array {
  const last = new Float64Array(hours.length).fill(Number.NaN);
  for (const { start, value, availableAt } of preferred.toReversed()) {
    let at = lowerBound(start, hours[0].start);
    for (const [i, hour] of hours.entries()) {
      while (at < start.length && start[at] < hour.start) at++;
      for (; at < start.length && start[at] === hour.start; at++) {
        if (availableAt[at] <= asOf[hour.row]) last[i] = value[at];
      }
    }
  }
  return last;
}

/** Gives for every hour the start of the same local hour so many days earlier; NaN where that day has no such hour. */
function hoursBefore(from: DeliveryDay, hours: readonly DeliveryHour[]): (lag: number) => readonly number[] {
  const ofDay = new Map<number, Map<number, number>>();
  const startsOf = (row: number) => {
    const known =
      ofDay.get(row) ??
      new Map(deliveryPeriods(addDays(from, row), 'PT1H').map(({ start, hour }) => [hour, start]));
    ofDay.set(row, known);
    return known;
  };
  return (lag) => hours.map(({ hour, row }) => startsOf(row - lag).get(hour) ?? Number.NaN);
}

function scoreOf(quantity: Quantity, leadDay: number, pairs: readonly Pair[]): FundamentalsScore {
  const count = pairs.length;
  const mean = (value: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + value(pair), 0) / count;
  const naive = pairs.map(({ naiveError }) => Math.abs(naiveError)).filter(Number.isFinite);
  return {
    quantity,
    leadDay,
    count,
    mae: mean(({ error }) => Math.abs(error)),
    rmse: Math.sqrt(mean(({ error }) => error ** 2)),
    bias: mean(({ error }) => error),
    naiveMae: naive.length === 0 ? undefined : naive.reduce((sum, error) => sum + error, 0) / naive.length,
  };
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
