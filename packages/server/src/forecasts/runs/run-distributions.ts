import {
  type PriceDistribution,
  QUANTILE_LEVELS,
  distributionFromBounds,
  type QuarterDistribution,
  withExactPoint,
} from '@lonja/forecasting/distribution';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { listPoints } from './run-store.ts';

/** The distributions of a run's prices, EUR/MWh, and what its paths are drawn by. */
export interface RunDistributions {
  /** Of each hourly and each quarter-hourly point, in order of time. */
  hours: PriceDistribution[];
  quarters: PriceDistribution[];
  /** Of each quarter-hourly point: which share of its variance is not its hour's, 0 to 1. */
  quarterShares: number[];
  /**
   * Ranks of the errors of past forecasts within each slot of the run, one row for each, and how many days before the run's first day that
   * of each lies. At most 256 rows. None where there were too few.
   */
  between: { ages: number[]; ranks: number[][] };
  /** Ranks of the deviations of quarters of past days from what was to be expected of them: one row for each day. */
  withinDays: number[][];
}

/** Those of one resolution. */
interface ResolutionDistributions {
  distributions: PriceDistribution[];
  /** Empty for hours. */
  quarterShares: number[];
}

/** What the paths of a run are drawn by. */
type PathRanks = Pick<RunDistributions, 'between' | 'withinDays'>;

export async function insertDistributions(
  tx: Transaction<Database>,
  runId: string,
  { hours, quarters, quarterShares, between, withinDays }: RunDistributions,
): Promise<void> {
  await tx
    .insertInto('forecast_distribution')
    .values({
      run_id: runId,
      hour_quantiles: singles(hours.flatMap((distribution) => Array.from(distribution))),
      quarter_quantiles: singles(quarters.flatMap((distribution) => Array.from(distribution))),
      quarter_shares: singles(quarterShares),
      past_ages: between.ages,
      past_ranks: Buffer.from(between.ranks.flat()),
      quarter_days: withinDays.length,
      quarter_ranks: Buffer.from(withinDays.flat()),
    })
    .execute();
}

/** The distributions of a run's points of a resolution, in order of time; undefined for a run without. Prices to 7 digits. */
export async function findDistributions(
  db: Db,
  runId: string,
  resolution: 'PT15M' | 'PT1H',
): Promise<ResolutionDistributions | undefined> {
  const row = await db
    .selectFrom('forecast_distribution')
    .select((eb) =>
      resolution === 'PT1H'
        ? [eb.ref('hour_quantiles').as('quantiles'), sql<Buffer>`''::bytea`.as('shares')]
        : [eb.ref('quarter_quantiles').as('quantiles'), eb.ref('quarter_shares').as('shares')],
    )
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    distributions: distributionsOf(row.quantiles),
    quarterShares: numbersOf(row.shares),
  };
}

/** Undefined for a run without. */
export async function findPathRanks(db: Db, runId: string): Promise<PathRanks | undefined> {
  const row = await db
    .selectFrom('forecast_distribution')
    .select(['past_ages', 'past_ranks', 'quarter_days', 'quarter_ranks'])
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const ranks = (bytes: Buffer, rows: number) =>
    rows === 0 ? [] : rowsOf(Array.from(bytes), bytes.length / rows);
  return {
    between: { ages: row.past_ages, ranks: ranks(row.past_ranks, row.past_ages.length) },
    withinDays: ranks(row.quarter_ranks, row.quarter_days),
  };
}

/** What one distribution takes where it is stored. */
export const DISTRIBUTION_BYTES = 4 * QUANTILE_LEVELS.length;

export function distributionsOf(quantiles: Buffer): PriceDistribution[] {
  return rowsOf(numbersOf(quantiles), QUANTILE_LEVELS.length);
}

/** Where the distributions of a run come from: they were forecast, or they are laid through the point forecast and bounds of an older run. */
export type DistributionBasis = 'forecast' | 'bounds';

/** The periods of a published run in one resolution, in order of time. */
export interface StoredPeriods {
  /** `share` is 0 for hours. */
  periods: QuarterDistribution[];
  basis: DistributionBasis;
}

/** The distributions of a run; its point forecasts and bounds are their median, 10th and 90th percentile to the last bit. */
export async function readRunPeriods(
  db: Db,
  runId: string,
  resolution: 'PT15M' | 'PT1H',
): Promise<StoredPeriods> {
  const [points, stored] = await Promise.all([
    listPoints(db, runId, resolution),
    findDistributions(db, runId, resolution),
  ]);
  return {
    basis: stored === undefined ? 'bounds' : 'forecast',
    periods: points.map((point, i) => ({
      start: point.start,
      distribution:
        stored === undefined ? distributionFromBounds(point) : withExactPoint(stored.distributions[i], point),
      share: stored?.quarterShares[i] ?? 0,
    })),
  };
}

/** Numbers of 4 bytes, little-endian. */
export function singles(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, i) => bytes.writeFloatLE(number, 4 * i));
  return bytes;
}

/** The numbers that `singles` has packed. */
export function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

/** Numbers in rows of a width. */
export function rowsOf(numbers: readonly number[], width: number): number[][] {
  return Array.from({ length: numbers.length / width }, (_, row) =>
    numbers.slice(row * width, (row + 1) * width),
  );
}
