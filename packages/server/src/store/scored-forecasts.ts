import type { DeliveryDay, Product } from '@lonja/forecasting';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { epochMs } from './packed-arrays.ts';
import type { DataOrigin } from './service-state.ts';

/** A delivery day and the instant before which a run must have been published to be the one that is scored. Epoch ms. */
export interface ScoredDay {
  day: DeliveryDay;
  publishedBefore: number;
  /** `[from, to)`: the delivery day. */
  from: number;
  to: number;
}

/** One forecast period of the run that is scored for its day. */
export interface ScoredPoint {
  start: number;
  value: number;
  p10: number;
  p90: number;
  runId: string;
  modelVersionId: string;
  issuedAt: number;
}

/** A run further back than the longest horizon covers no day that is still to come; older ones need not be looked at. */
const OLDEST_RUN_DAYS = 10;

/** The points of the last run published before each day's limit that covers the day, in order of time. */
export async function listScoredPoints(
  db: Db,
  query: {
    product: Product;
    dataOrigin: DataOrigin;
    resolution: 'PT15M' | 'PT1H';
    days: readonly ScoredDay[];
  },
): Promise<ScoredPoint[]> {
  const { product, dataOrigin, resolution, days } = query;
  const instants = (pick: (day: ScoredDay) => number) => days.map((day) => pick(day));
  const { rows } = await sql<{
    start_ms: number;
    value: number;
    p10: number;
    p90: number;
    run_id: string;
    model_version_id: string;
    issued_ms: number;
  }>`
    select ${epochMs('point.start_at')} as start_ms, point.value, point.p10, point.p90, run.id as run_id, run.model_version_id,
      ${epochMs('run.issued_at')} as issued_ms
    from unnest(
      ${days.map(({ day }) => day)}::date[],
      ${instants((day) => day.publishedBefore)}::float8[],
      ${instants((day) => day.from)}::float8[],
      ${instants((day) => day.to)}::float8[]
    ) as wanted (day, published_before_ms, from_ms, to_ms)
    cross join lateral (
      select id, model_version_id, issued_at
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
    join forecast_point as point
      on point.run_id = run.id and point.resolution = ${resolution}
      and point.start_at >= to_timestamp(wanted.from_ms / 1000)
      and point.start_at < to_timestamp(wanted.to_ms / 1000)
    order by point.start_at
  `.execute(db);
  return rows.map((row) => ({
    start: row.start_ms,
    value: row.value,
    p10: row.p10,
    p90: row.p90,
    runId: row.run_id,
    modelVersionId: row.model_version_id,
    issuedAt: row.issued_ms,
  }));
}
