import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  type Product,
  coveredPeriods,
  instantFor,
  localHourOf,
  TIME_ZONE,
} from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { AppError } from '../../ground/errors.ts';
import { type ForecastRun, findNewestRun } from './forecast-queries.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import type { ForecastReadContext } from './forecast-read-context.ts';
import { findVisibleRuns } from './visible-runs.ts';

/** The forecast of one delivery hour; the local hour 2 occurs twice on the 25-hour day. */
export interface HourlyForecast extends ForecastPoint {
  hour: number;
}

export interface HourlyForecastQuery {
  product: Product;
  day: DeliveryDay;
  /** Undefined: every hour. */
  hour: number | undefined;
}

export interface ServedHours {
  run: ForecastRun;
  hours: HourlyForecast[];
}

/**
 * The hours of one delivery day by the market's rules: for the day-ahead auction all hours of a run issued once its gate
 * had closed, for an intraday auction those whose delivery has not begun.
 */
export async function getHourlyForecast(
  context: ForecastReadContext,
  query: HourlyForecastQuery,
): Promise<ServedHours> {
  const { product, day } = query;
  const calendar = AUCTION_CALENDAR[product];
  if (clampToServedDays({ from: day, to: day }) === undefined) throw notAvailable(query);
  const visible = await findVisibleRuns(context, product);
  const run =
    visible &&
    (await findNewestRun(context.db, visible, {
      coversFirst: day,
      coversLast: day,
      ...(product === 'da' ? { issuedFrom: instantFor(day, calendar.gateClosure) } : {}),
    }));
  if (run === undefined) throw notAvailable(query);
  const opensAfter = calendar.session === null ? Number.NEGATIVE_INFINITY : context.clock.now();
  const periods = coveredPeriods(calendar, day, 'PT1H').filter((period) => period.start > opensAfter);
  const starts = new Set(periods.map((period) => period.start));
  const points = await context.points.read(run.id, 'PT1H');
  const hours = points
    .filter((point) => starts.has(point.start))
    .map((point) => ({ ...point, hour: localHourOf(point.start) }))
    .filter((point) => query.hour === undefined || point.hour === query.hour);
  if (hours.length === 0) throw notAvailable(query);
  return { run, hours };
}

/** Of the clock of delivery days. */
const CITY = TIME_ZONE.replace(/.*\//, '').replaceAll('_', ' ');

function notAvailable({ product, day, hour }: HourlyForecastQuery): AppError {
  const what = `${marketProductId(product)} on ${day}${hour === undefined ? '' : `, hour ${hour}`}`;
  return product === 'da'
    ? new AppError(
        'FORECAST_NOT_AVAILABLE',
        `There is no forecast for ${what}: it is published after ${AUCTION_CALENDAR.da.gateClosure.time} ${CITY} time on the day before delivery.`,
      )
    : new AppError(
        'SESSION_NOT_AVAILABLE',
        `There is no forecast for ${what}: the session is not open yet, its forecast has not run, or delivery has begun.`,
      );
}
