import { type DeliveryDay, type Product, addDays, dayStart } from '@lonja/forecasting/market';
import { type ForecastPoint, POINT_VALUES } from '@lonja/forecasting/data';
import type { PriceDistribution } from '@lonja/forecasting/distribution';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { epochMs, packedNumbers, unpackNumbers } from '../../ground/database/arrays.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { type BacktestedRun, listBacktestedRuns, backtestedHours } from '../runs/backtested-runs.ts';
import { type Cutoff, cutoffLimit, lastScheduledRun } from '../runs/cutoff.ts';
import { DISTRIBUTION_BYTES, distributionsOf } from '../runs/run-distributions.ts';

/**
 * What figures are of: forecasts that the service issued, or those that calibration made up of days past, as they would have been issued.
 * The two are never mixed.
 */
export const ACCURACY_BASES = ['issued', 'backtested'] as const;
export type AccuracyBasis = (typeof ACCURACY_BASES)[number];

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

/** A day that is scored by the last run of before an instant. */
export function scoredDay(day: DeliveryDay, leadDay: number, publishedBefore: number): ScoredDay {
  return { day, leadDay, publishedBefore, from: dayStart(day), to: dayStart(addDays(day, 1)) };
}

/** One forecast period of the run that is scored for its day. */
export interface ScoredPoint extends ForecastPoint {
  leadDay: number;
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

/**
 * The points that figures of a basis are of, by the last run of before the cutoff of each day; `publishedAt`: when the prices of each came. Of
 * back-tested runs there are hours alone.
 */
export async function listPointsOfBasis(
  db: Db,
  query: {
    product: Product;
    dataOrigin: DataOrigin;
    resolution: 'PT15M' | 'PT1H';
    days: readonly Pick<ScoredDay, 'day' | 'leadDay'>[];
    basis: AccuracyBasis;
    cutoff: Cutoff;
    publishedAt: ReadonlyMap<DeliveryDay, number>;
  },
): Promise<ScoredPoint[]> {
  if (query.days.length === 0) return [];
  const days = query.days.map(({ day, leadDay }) =>
    scoredDay(day, leadDay, cutoffLimit(query.product, { day, leadDay }, query)),
  );
  return query.basis === 'backtested'
    ? listBacktestedPoints(db, { ...query, days })
    : listScoredPoints(db, { ...query, days });
}

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
  const columns = POINT_VALUES.map(
    (name) => sql`array_agg(${sql.ref(name)} order by start_at) as ${sql.ref(name)}`,
  );
  const packed = POINT_VALUES.map((name) => sql`${packedNumbers(`point.${name}`)} as ${sql.ref(name)}`);
  const { rows } = await sql<
    {
      place: number;
      run_id: string;
      model_version_id: string;
      issued_ms: number;
      published_ms: number;
      starts: string | null;
    } & Record<(typeof POINT_VALUES)[number], string | null>
  >`
    select wanted.place::int, run.id as run_id, run.model_version_id, ${epochMs('run.issued_at')} as issued_ms,
      ${epochMs('run.published_at')} as published_ms,
      ${packedNumbers('point.starts')} as starts, ${sql.join(packed)}
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
      select array_agg(${epochMs('start_at')} order by start_at) as starts, ${sql.join(columns)}
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
    const values = POINT_VALUES.map((name) => [name, unpackNumbers(row[name])] as const);
    return Array.from(unpackNumbers(row.starts), (start, i) => {
      // Its numbers follow at once: such points are hundreds of thousands.
      const point = { start, ...run } as IssuedPoint;
      for (const [name, column] of values) point[name] = column[i];
      return point;
    });
  });
}

/**
 * The hours of each day by the back-tested run that was the last one scheduled before the cutoff of the auction of so many days before as
 * its lead says, in the order of `days`, then of time. Days of which that run has not been made are left out.
 */
export async function listBacktestedPoints(
  db: Db,
  query: { product: Product; dataOrigin: DataOrigin; cutoff: Cutoff; days: readonly ScoredDay[] },
): Promise<ScoredPoint[]> {
  const { product, dataOrigin, cutoff, days } = query;
  const firstDays = new Set(days.map(({ day, leadDay }) => addDays(day, 1 - leadDay)));
  const scheduledFor = [...firstDays].flatMap((day) => lastScheduledRun(product, day, cutoff) ?? []);
  const runs = new Map<DeliveryDay, { run: BacktestedRun; hours: ForecastPoint[] }>();
  for (const run of await listBacktestedRuns(db, { product, dataOrigin, scheduledFor })) {
    runs.set(run.firstDay, { run, hours: backtestedHours(product, run) });
  }
  return days.flatMap(({ day, leadDay, from: dayFrom, to: dayTo }) => {
    const found = runs.get(addDays(day, 1 - leadDay));
    if (found === undefined) return [];
    const { scheduledFor: issuedAt, modelVersionId } = found.run;
    return found.hours
      .filter(({ start }) => start >= dayFrom && start < dayTo)
      .map((point) => ({ ...point, leadDay, runId: '', modelVersionId, issuedAt }));
  });
}

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
