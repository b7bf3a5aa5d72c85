import type { PriceDistribution } from '@lonja/forecasting/distribution';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { DISTRIBUTION_BYTES, distributionsOf } from '../runs/forecast-distributions.ts';
import { epochMs, packedNumbers, unpackNumbers } from '../../ground/database/arrays.ts';
import type { ScoredPoint } from './scored-forecasts.ts';

type PointOfRun = Pick<ScoredPoint, 'runId' | 'start'>;

/** Runs of one query: with a week of quarter hours each they have 25 MB of distributions. */
const MOST_RUNS = 400;

/** The distribution of each point, in the order of `points`; undefined where its run was stored without. One query for 400 runs. */
export async function listScoredDistributions(
  db: Db,
  resolution: 'PT15M' | 'PT1H',
  points: readonly PointOfRun[],
): Promise<(PriceDistribution | undefined)[]> {
  const places = Map.groupBy(points.keys(), (i) => points[i].runId);
  const runs = [...places];
  const found: (PriceDistribution | undefined)[] = Array.from({ length: points.length }, () => undefined);
  for (let first = 0; first < runs.length; first += MOST_RUNS) {
    const part = runs.slice(first, first + MOST_RUNS);
    const rows = await listPartsOfRuns(
      db,
      resolution,
      part.map(([runId, ofRun]) => {
        const starts = ofRun.map((i) => points[i].start);
        return { runId, first: Math.min(...starts), last: Math.max(...starts) };
      }),
    );
    for (const { place, starts, quantiles } of rows) {
      const distributions = distributionsOf(quantiles);
      const byStart = new Map(Array.from(unpackNumbers(starts), (start, k) => [start, distributions[k]]));
      for (const i of part[place - 1][1]) found[i] = byStart.get(points[i].start);
    }
  }
  return found;
}

/** The stored distributions of each run from the period that starts at `first` to the one at `last`, epoch ms. */
async function listPartsOfRuns(
  db: Db,
  resolution: 'PT15M' | 'PT1H',
  runs: readonly { runId: string; first: number; last: number }[],
) {
  const stored = sql.ref(resolution === 'PT1H' ? 'stored.hour_quantiles' : 'stored.quarter_quantiles');
  const { rows } = await sql<{ place: number; starts: string | null; quantiles: Buffer }>`
    select wanted.place::int, ${packedNumbers('point.starts')} as starts,
      substring(${stored} from point.before * ${DISTRIBUTION_BYTES}::int + 1
        for cardinality(point.starts) * ${DISTRIBUTION_BYTES}::int) as quantiles
    from unnest(
      ${runs.map(({ runId }) => runId)}::uuid[],
      ${runs.map(({ first }) => first)}::float8[],
      ${runs.map(({ last }) => last)}::float8[]
    ) with ordinality as wanted (run_id, first_ms, last_ms, place)
    join forecast_distribution as stored on stored.run_id = wanted.run_id
    cross join lateral (
      select (count(*) filter (where start_at < to_timestamp(wanted.first_ms / 1000)))::int as before,
        coalesce(array_agg(${epochMs('start_at')} order by start_at)
          filter (where start_at >= to_timestamp(wanted.first_ms / 1000)), '{}') as starts
      from forecast_point
      where run_id = wanted.run_id and resolution = ${resolution}
        and start_at <= to_timestamp(wanted.last_ms / 1000)
    ) as point
  `.execute(db);
  return rows;
}
