import {
  type DeliveryDay,
  type Product,
  addDays,
  dayStart,
  AUCTION_CALENDAR,
  coveredPeriods,
  instantFor,
  localHourOf,
  TIME_ZONE,
} from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { quantileAt } from '@lonja/forecasting/distribution';
import { AppError } from '../../ground/errors.ts';
import {
  type TimeRange,
  findNewestRun,
  findNewestRunWithPoint,
  type ServedRun,
  findVisibleRuns,
  type ForecastRun,
  findRun,
  listCoveredDays,
} from './run-store.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { clampToServedDays, servedDaysOf } from '../../ground/timing/served-days.ts';
import type { ForecastReadContext } from './run-points.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

export interface ForecastQuery {
  product: Product;
  resolution: 'PT15M' | 'PT1H';
  /** Epoch ms; undefined: now. */
  asOf: number | undefined;
}

/** The most recently issued run with its whole horizon. */
export async function getLatestForecast(
  context: ForecastReadContext,
  query: ForecastQuery,
): Promise<ServedRun> {
  const visible = await findVisibleRuns(context, query.product, query.asOf);
  const run = visible && (await findNewestRun(context.db, visible));
  if (run === undefined) {
    const when = query.asOf === undefined ? 'yet' : 'by then';
    throw new AppError('not_found', `No forecast for ${marketProductId(query.product)} was issued ${when}.`);
  }
  const points = await context.points.read(run.id, query.resolution);
  if (points.length === 0) {
    throw new AppError('not_found', `The latest forecast has no points of resolution ${query.resolution}.`);
  }
  return { run, points };
}

/** The newest run that covers a delivery day, restricted to it. */
export async function getForecastOfDay(
  context: ForecastReadContext,
  query: ForecastQuery & { day: DeliveryDay },
): Promise<ServedRun & { range: TimeRange }> {
  if (clampToServedDays({ from: query.day, to: query.day }) === undefined) {
    throw nothingCovers(query, query.day);
  }
  const range = { from: dayStart(query.day), to: dayStart(addDays(query.day, 1)) };
  return { ...(await getForecastOfRange(context, { ...query, ...range })), range };
}

/**
 * The newest run that covers the whole range `[from, to)`, restricted to it; where no run covers the whole, the newest one
 * with a point in it.
 */
export async function getForecastOfRange(
  context: ForecastReadContext,
  query: ForecastQuery & TimeRange,
): Promise<ServedRun> {
  const { db, points } = context;
  const days = servedDaysOf(query);
  const visible = await findVisibleRuns(context, query.product, query.asOf);
  const label = `${new Date(query.from).toISOString()} to ${new Date(query.to).toISOString()}`;
  if (visible === undefined || days === undefined) throw nothingCovers(query, label);
  const whole = await findNewestRun(db, visible, { coversFirst: days.from, coversLast: days.to });
  if (whole !== undefined) {
    const inRange = pointsIn(query, await points.read(whole.id, query.resolution));
    if (inRange.length > 0) return { run: whole, points: inRange };
  }
  const part = await findNewestRunWithPoint(db, visible, { ...query, days });
  if (part === undefined) throw nothingCovers(query, label);
  return { run: part, points: pointsIn(query, await points.read(part.id, query.resolution)) };
}

function pointsIn({ from, to }: TimeRange, points: readonly ForecastPoint[]): ForecastPoint[] {
  return points.filter((point) => point.start >= from && point.start < to);
}

function nothingCovers(query: ForecastQuery, when: string): AppError {
  return new AppError(
    'not_found',
    `No forecast for ${marketProductId(query.product)} covers ${when} at resolution ${query.resolution}; GET /forecasts/available-dates lists the days that have one.`,
  );
}

/** The forecast of one delivery hour; the local hour 2 occurs twice on the 25-hour day. */
interface HourlyForecast extends ForecastPoint {
  hour: number;
}

interface HourlyForecastQuery {
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

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A run that was issued by now, by its id. It stays readable when the service moves to another world: the run says which it is of. */
export async function getRun(context: ForecastReadContext, runId: string): Promise<ForecastRun> {
  const run = UUID.test(runId) ? await findRun(context.db, runId) : undefined;
  if (run === undefined || run.issuedAt > context.clock.now()) {
    throw new AppError(
      'not_found',
      `There is no forecast "${runId}"; GET /forecasts/runs lists the forecasts.`,
    );
  }
  return run;
}

export async function getRunPoints(
  context: ForecastReadContext,
  run: ForecastRun,
  resolution: 'PT15M' | 'PT1H',
): Promise<ServedRun> {
  const points = await context.points.read(run.id, resolution);
  if (points.length === 0) {
    throw new AppError('not_found', `The forecast ${run.id} has no points of resolution ${resolution}.`);
  }
  return { run, points };
}

/** A run with its points, and quantiles of each where they are wanted. */
export interface ServedQuantiles extends ServedRun {
  quantiles?: { percents: number[]; prices: number[][] } | undefined;
}

/** Adds quantiles, in percent, to the points of a run. */
export async function withQuantiles<T extends ServedRun>(
  { points: stored }: ForecastReadContext,
  served: T,
  { resolution, percents }: { resolution: 'PT15M' | 'PT1H'; percents: number[] | undefined },
): Promise<T & ServedQuantiles> {
  if (percents === undefined) return served;
  const { periods } = await stored.distributions(served.run.id, resolution);
  const byStart = new Map(periods.map(({ start, distribution }) => [start, distribution]));
  const prices = served.points.map(({ start }) => {
    const distribution = byStart.get(start);
    if (distribution === undefined) throw new Error(`The run ${served.run.id} has no period at ${start}.`);
    return percents.map((percent) => quantileAt(distribution, percent / 100));
  });
  return { ...served, quantiles: { percents, prices } };
}

interface AvailableDate {
  day: DeliveryDay;
  /** The newest run for the day. */
  runId: string;
  issuedAt: number;
  /** Delivery hours of the day that the product covers. */
  hours: number;
}

/** The delivery days that have a forecast, newest first. */
export async function listAvailableDates(context: ReadContext, product: Product): Promise<AvailableDate[]> {
  const visible = await findVisibleRuns(context, product);
  if (visible === undefined) return [];
  const days = await listCoveredDays(context.db, visible);
  return days.map((covered) => ({
    ...covered,
    hours: coveredPeriods(AUCTION_CALENDAR[product], covered.day, 'PT1H').length,
  }));
}
