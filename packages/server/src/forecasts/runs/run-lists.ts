import type { DeliveryDay } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { epochMs, packedNumbers, unpackNumbers } from '../../ground/database/arrays.ts';
import { type ForecastRun, selectVisibleRuns, toRun, type VisibleRuns } from './forecast-queries.ts';

export interface RunFilter {
  /** The run covers this delivery day. */
  day: DeliveryDay | undefined;
  /** Issued at or after this instant, epoch ms. */
  issuedFrom: number | undefined;
}

/** One page of the visible runs, newest first, and how many there are on all pages. */
export async function listRuns(
  db: Db,
  visible: VisibleRuns,
  { day, issuedFrom, ...page }: RunFilter & { offset: number; limit: number },
): Promise<{ runs: ForecastRun[]; total: number }> {
  let matching = selectVisibleRuns(db, visible);
  if (day !== undefined) matching = matching.where('first_day', '<=', day).where('last_day', '>=', day);
  if (issuedFrom !== undefined) matching = matching.where('issued_at', '>=', new Date(issuedFrom));
  const [rows, { total }] = await Promise.all([
    matching
      .orderBy('issued_at', 'desc')
      .orderBy('created_at', 'desc')
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
    matching
      .clearSelect()
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { runs: rows.map(toRun), total: Number(total) };
}

/** A run with what it said of one delivery period. */
export interface RunWithPoint {
  run: ForecastRun;
  point: ForecastPoint;
}

/** Every visible run that has a point of the given start and resolution, oldest first. */
export async function listRunsWithPoint(
  db: Db,
  visible: VisibleRuns,
  wanted: { start: number; resolution: 'PT15M' | 'PT1H'; day: DeliveryDay },
): Promise<RunWithPoint[]> {
  const rows = await selectVisibleRuns(db, visible)
    .innerJoin('forecast_point', 'forecast_point.run_id', 'forecast_run.id')
    .select(['value', 'p10', 'p90'])
    .where('first_day', '<=', wanted.day)
    .where('last_day', '>=', wanted.day)
    .where('resolution', '=', wanted.resolution)
    .where('start_at', '=', new Date(wanted.start))
    .orderBy('issued_at')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    run: toRun(row),
    point: { start: wanted.start, value: row.value, p10: row.p10, p90: row.p90 },
  }));
}

/** The periods of runs that start before an instant of each, in order of time, by run. */
export async function listPointsOfRuns(
  db: Db,
  resolution: 'PT15M' | 'PT1H',
  wanted: readonly { runId: string; before: number }[],
): Promise<Map<string, Pick<ForecastPoint, 'start' | 'value'>[]>> {
  const { rows } = await sql<{ run_id: string; starts: string | null; points: string | null }>`
    select wanted.run_id, ${packedNumbers('point.starts')} as starts, ${packedNumbers('point.points')} as points
    from unnest(
      ${wanted.map(({ runId }) => runId)}::uuid[],
      ${wanted.map(({ before }) => before)}::float8[]
    ) as wanted (run_id, before_ms)
    -- An aggregate of its own for each run: hundreds of runs have a hundred thousand periods, which are slow as rows.
    cross join lateral (
      select array_agg(${epochMs('start_at')} order by start_at) as starts, array_agg(value order by start_at) as points
      from forecast_point
      where forecast_point.run_id = wanted.run_id and resolution = ${resolution}
        and start_at < to_timestamp(wanted.before_ms / 1000)
    ) as point`.execute(db);
  return new Map(
    rows.map((row) => {
      const [starts, points] = [unpackNumbers(row.starts), unpackNumbers(row.points)];
      return [row.run_id, Array.from(starts, (start, i) => ({ start, value: points[i] }))];
    }),
  );
}
