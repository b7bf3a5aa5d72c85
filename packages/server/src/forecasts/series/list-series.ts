import { distributionFromBounds, quantileAt, withExactPoint } from '@lonja/forecasting/distribution';
import {
  dayRange,
  type DeliveryDay,
  deliveryDayOf,
  instantFor,
  type Product,
  type RelativeTime,
} from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import {
  listScoredDistributions,
  type IssuedPoint,
  listScoredPoints,
  scoredDay,
} from '../accuracy/scored-points.ts';
import { clampToServedDays, type DaySpan } from '../../ground/timing/served-days.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

/** Of which forecast of each delivery day a series is: the last one that could be read before a local time so many days ahead. */
export interface SeriesQuery {
  product: Product;
  resolution: 'PT15M' | 'PT1H';
  daysAhead: number;
  /** `HH:MM` in Madrid. */
  issuedBefore: string;
  /** Quantiles of every point, in percent. */
  percents: number[];
}

/** `not_yet`: the local time is still to come. */
export const MISSING_REASONS = ['not_issued', 'not_yet'] as const;

/** A point with the quantiles that were asked for. EUR/MWh. */
export interface SeriesPoint extends IssuedPoint {
  quantiles: number[];
}

/** A delivery day with the periods of one run, or why there are none. */
export type SeriesDay = { day: DeliveryDay } & (
  | { points: [SeriesPoint, ...SeriesPoint[]] }
  | { points: []; missing: (typeof MISSING_REASONS)[number] }
);

/** Longer spans are read part by part, so that nobody holds the process or its memory for long. */
export const PART_DAYS = 92;

/** Every day of a part of a span, in order. A run counts from its publication: before that nobody could have used it. */
export async function listSeriesDays(
  context: ReadContext,
  query: SeriesQuery & DaySpan,
): Promise<SeriesDay[]> {
  const { product, resolution, daysAhead, issuedBefore } = query;
  const now = context.clock.now();
  const time: RelativeTime = { dayOffset: -daysAhead, time: issuedBefore };
  const served = clampToServedDays(query);
  const wanted = (served === undefined ? [] : dayRange(served.from, served.to)).map((day) =>
    scoredDay(day, daysAhead, instantFor(day, time)),
  );
  const dataOrigin = await context.dataOrigin();
  const due = wanted.filter(({ publishedBefore }) => publishedBefore <= now);
  const points =
    dataOrigin === undefined || due.length === 0
      ? []
      : await listScoredPoints(context.db, { product, dataOrigin, resolution, days: due });
  const withQuantiles = await addQuantiles(context.db, points, query);
  const limits = new Map(wanted.map(({ day, publishedBefore }) => [day, publishedBefore]));
  const byDay = Map.groupBy(withQuantiles, ({ start }) => deliveryDayOf(start));
  return dayRange(query.from, query.to).map((day): SeriesDay => {
    const [first, ...rest] = byDay.get(day) ?? [];
    if (first !== undefined) return { day, points: [first, ...rest] };
    const isOpen = (limits.get(day) ?? now) > now;
    return { day, points: [], missing: isOpen ? 'not_yet' : 'not_issued' };
  });
}

async function addQuantiles(
  db: Db,
  points: readonly IssuedPoint[],
  { resolution, percents }: SeriesQuery,
): Promise<SeriesPoint[]> {
  if (percents.length === 0) return points.map((point) => ({ ...point, quantiles: [] }));
  const distributions = await listScoredDistributions(db, resolution, points);
  return points.map((point, i) => {
    const stored = distributions[i];
    const distribution = stored === undefined ? distributionFromBounds(point) : withExactPoint(stored, point);
    return { ...point, quantiles: percents.map((percent) => quantileAt(distribution, percent / 100)) };
  });
}
