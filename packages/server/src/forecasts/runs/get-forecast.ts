import { type DeliveryDay, type Product, addDays, dayStart } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { AppError } from '../../ground/errors.ts';
import { type TimeRange, findNewestRun, findNewestRunWithPoint } from './forecast-queries.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { clampToServedDays, servedDaysOf } from '../../ground/timing/served-days.ts';
import type { ForecastReadContext } from './forecast-read-context.ts';
import { type ServedRun, findVisibleRuns } from './visible-runs.ts';

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
