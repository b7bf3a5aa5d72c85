import {
  addDays,
  type DeliveryDay,
  daysBetween,
  dayRange,
  dayStart,
  deliveryDayOf,
  deliveryPeriods,
  hourlyValues,
  type Series,
} from '@lonja/forecasting';
import { readSeries } from '../../store/observations.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import { MODEL_DAYS_AHEAD } from '../fundamentals/forecast-fundamentals.ts';
import {
  type Hours,
  measuredSeriesOf,
  modelSeriesOf,
  QUANTITIES,
  type Quantity,
} from '../fundamentals/quantities.ts';
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
  const keys = QUANTITIES.flatMap((quantity) => [...measuredSeriesOf(quantity), modelSeriesOf(quantity)]);
  const series = await readSeries(context.db, { keys, dataOrigin, ...window });
  const hourly = (wanted: readonly string[], { from, to, asOf }: typeof window) =>
    hourlyValues(wanted.flatMap((key) => series.get(key) ?? []).filter(isWithinDay), { from, to, asOf });
  const scores = QUANTITIES.flatMap((quantity) => {
    const measured = hourly(
      measuredSeriesOf(quantity).filter((key) => key.endsWith('actual')),
      window,
    );
    return Array.from({ length: MODEL_DAYS_AHEAD }, (_, i) => i + 1).flatMap((leadDay) => {
      const pairs = days.flatMap((day) => {
        const asOf = Math.min(now, dayStart(addDays(day, 1 - leadDay)) - 1);
        const forecast = hourly([modelSeriesOf(quantity)], {
          from: dayStart(day),
          to: dayStart(addDays(day, 1)),
          asOf,
        });
        return pairsOf(day, { forecast, measured, lag: naiveLag(quantity, leadDay) });
      });
      return pairs.length === 0 ? [] : [scoreOf(quantity, leadDay, pairs)];
    });
  });
  return { scores, simulated };
}

interface Pair {
  error: number;
  naiveError: number;
}

function pairsOf(
  day: DeliveryDay,
  { forecast, measured, lag }: { forecast: Hours; measured: Hours; lag: number },
): Pair[] {
  const before = new Map(
    deliveryPeriods(addDays(day, -lag), 'PT1H').map(({ start, hour }) => [
      hour,
      measured.get(start) ?? Number.NaN,
    ]),
  );
  return deliveryPeriods(day, 'PT1H').flatMap(({ start, hour }): Pair[] => {
    const value = forecast.get(start);
    const actual = measured.get(start);
    if (value === undefined || actual === undefined) return [];
    return [{ error: value - actual, naiveError: (before.get(hour) ?? Number.NaN) - actual }];
  });
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

function isWithinDay({ resolution }: Series): boolean {
  return resolution !== 'P1D';
}

function earlier(one: DeliveryDay, other: DeliveryDay): DeliveryDay {
  return daysBetween(one, other) < 0 ? other : one;
}
