import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { DataOrigin } from './service-state.ts';

/** The lowest and the highest value of a series, by the newest revisions known at an instant. */
export interface SeriesExtremes {
  /** Periods that are known, and the start of the first, epoch ms. */
  periods: number;
  since: number;
  lowest: { start: number; value: number };
  highest: { start: number; value: number };
}

/** Over all feeds of a series in one world, native periods; of equal values the first. Undefined where nothing is known. */
export async function findSeriesExtremes(
  db: Db,
  { series, dataOrigin, asOf }: { series: string; dataOrigin: DataOrigin; asOf: number },
): Promise<SeriesExtremes | undefined> {
  const { rows } = await sql<Row>`
    with known as materialized (
      select distinct on (feed_id, start_at) start_at, value
      from observation join feed on feed.id = observation.feed_id
      where feed.series = ${series}
        and (feed.source = 'simulator') = ${dataOrigin === 'simulator'}
        and available_at <= ${new Date(asOf)}
      order by feed_id, start_at, available_at desc, revision desc
    )
    select count(*)::int as periods, min(start_at) as since, min(value) as low, max(value) as high,
      (select start_at from known order by value, start_at limit 1) as low_at,
      (select start_at from known order by value desc, start_at limit 1) as high_at
    from known`.execute(db);
  const [row] = rows;
  if (row.since === null) return undefined;
  return {
    periods: row.periods,
    since: row.since.getTime(),
    lowest: { start: row.low_at.getTime(), value: row.low },
    highest: { start: row.high_at.getTime(), value: row.high },
  };
}

type Row =
  | { periods: number; since: null }
  | { periods: number; since: Date; low: number; high: number; low_at: Date; high_at: Date };
