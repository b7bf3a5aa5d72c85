import type { DeliveryDay, Product } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { epochMs, packedNumbers, unpackNumbers } from '../../ground/database/arrays.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** A delivery day and the instant before which a run must have been published to be the one that is scored. Epoch ms. */
export interface ScoredDay {
  day: DeliveryDay;
  /** 1: the run that was the last before the auction of the delivery day itself; 2: of the day before; ... */
  leadDay: number;
  publishedBefore: number;
  /** `[from, to)`: the delivery day. */
  from: number;
  to: number;
}

/** One forecast period of the run that is scored for its day. */
export interface ScoredPoint {
  start: number;
  leadDay: number;
  value: number;
  p10: number;
  p90: number;
  /** Empty: back-tested, and never issued. */
  runId: string;
  modelVersionId: string;
  issuedAt: number;
}

/** One of a run that was published. */
export interface IssuedPoint extends ScoredPoint {
  publishedAt: number;
}

/** A run further back than the longest horizon covers no day that is still to come; older ones need not be looked at. */
const OLDEST_RUN_DAYS = 10;

/** The points of the last run published before each day's limit that covers the day, in the order of `days`, then of time. */
export async function listScoredPoints(
  db: Db,
  query: {
    product: Product;
    dataOrigin: DataOrigin;
    resolution: 'PT15M' | 'PT1H';
    days: readonly ScoredDay[];
  },
): Promise<IssuedPoint[]> {
  const { product, dataOrigin, resolution, days } = query;
  const instants = (pick: (day: ScoredDay) => number) => days.map((day) => pick(day));
  const { rows } = await sql<{
    place: number;
    run_id: string;
    model_version_id: string;
    issued_ms: number;
    published_ms: number;
    starts: string | null;
    points: string | null;
    p10s: string | null;
    p90s: string | null;
  }>`
    select wanted.place::int, run.id as run_id, run.model_version_id, ${epochMs('run.issued_at')} as issued_ms,
      ${epochMs('run.published_at')} as published_ms,
      ${packedNumbers('point.starts')} as starts, ${packedNumbers('point.points')} as points,
      ${packedNumbers('point.p10s')} as p10s, ${packedNumbers('point.p90s')} as p90s
    from unnest(
      ${days.map(({ day }) => day)}::date[],
      ${instants((day) => day.publishedBefore)}::float8[],
      ${instants((day) => day.from)}::float8[],
      ${instants((day) => day.to)}::float8[]
    ) with ordinality as wanted (day, published_before_ms, from_ms, to_ms, place)
    cross join lateral (
      select id, model_version_id, issued_at, published_at
      from forecast_run
      where product = ${product} and data_origin = ${dataOrigin}
        and first_day <= wanted.day and last_day >= wanted.day
        and published_at < to_timestamp(wanted.published_before_ms / 1000)
        and issued_at > to_timestamp(wanted.published_before_ms / 1000) - make_interval(days => ${OLDEST_RUN_DAYS})
        -- No run is published before it is issued, by which the index goes.
        and issued_at < to_timestamp(wanted.published_before_ms / 1000)
      order by issued_at desc, created_at desc
      limit 1
    ) as run
    -- An aggregate of its own for each day: as a plain join all days of each run would be read.
    cross join lateral (
      select array_agg(${epochMs('start_at')} order by start_at) as starts, array_agg(value order by start_at) as points,
        array_agg(p10 order by start_at) as p10s, array_agg(p90 order by start_at) as p90s
      from forecast_point
      where run_id = run.id and resolution = ${resolution}
        and start_at >= to_timestamp(wanted.from_ms / 1000)
        and start_at < to_timestamp(wanted.to_ms / 1000)
    ) as point
    order by wanted.place
  `.execute(db);
  return rows.flatMap((row) => {
    const { leadDay } = days[row.place - 1];
    const run = {
      leadDay,
      runId: row.run_id,
      modelVersionId: row.model_version_id,
      issuedAt: row.issued_ms,
      publishedAt: row.published_ms,
    };
    const [starts, points, p10s, p90s] = [row.starts, row.points, row.p10s, row.p90s].map(unpackNumbers);
    return Array.from(starts, (start, i): IssuedPoint => ({
      start,
      value: points[i],
      p10: p10s[i],
      p90: p90s[i],
      ...run,
    }));
  });
}
