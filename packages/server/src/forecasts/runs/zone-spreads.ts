import { QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import type { ZoneSpread } from '@lonja/forecasting/zones';
import type { Transaction } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { numbersOf, rowsOf, singles } from './run-distributions.ts';

/** How a run of another zone lies to the run of Spain that it was made from. */
export interface RunZoneSpreads {
  /** The run that it was made from. */
  referenceRunId: string;
  /** The spread of each hourly and each quarter-hourly point, in order of time. */
  hours: ZoneSpread[];
  quarters: ZoneSpread[];
  /** Ranks of the spreads of past days, by which paths go together; none where there were too few. */
  between: { ages: number[]; ranks: number[][] };
}

export async function insertZoneSpreads(
  tx: Transaction<Database>,
  runId: string,
  { referenceRunId, hours, quarters, between }: RunZoneSpreads,
): Promise<void> {
  await tx
    .insertInto('forecast_zone_spread')
    .values({
      run_id: runId,
      reference_run_id: referenceRunId,
      hours: singles(hours.flatMap(numbersOfSpread)),
      quarters: singles(quarters.flatMap(numbersOfSpread)),
      past_ages: between.ages,
      past_ranks: Buffer.from(between.ranks.flat()),
    })
    .execute();
}

/** What is stored of a run; the starts of its spreads are those of the run's points. Undefined for a run of Spain. */
export async function findZoneSpreads(
  db: Db,
  runId: string,
  starts: { hours: readonly number[]; quarters: readonly number[] },
): Promise<RunZoneSpreads | undefined> {
  const row = await db
    .selectFrom('forecast_zone_spread')
    .selectAll()
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { past_ages: ages, past_ranks: ranks } = row;
  return {
    referenceRunId: row.reference_run_id,
    hours: spreadsOf(row.hours, starts.hours),
    quarters: spreadsOf(row.quarters, starts.quarters),
    between: { ages, ranks: ages.length === 0 ? [] : rowsOf([...ranks], ranks.length / ages.length) },
  };
}

/** The run of Spain that a run of another zone was made from; undefined for a run of Spain. */
export async function findReferenceRun(db: Db, runId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('forecast_zone_spread')
    .select('reference_run_id')
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return row?.reference_run_id;
}

const LEVELS = QUANTILE_LEVELS.length;

function numbersOfSpread({ below, above, sizesBelow, sizesAbove }: ZoneSpread): number[] {
  return [below, above, ...Array.from(sizesBelow), ...Array.from(sizesAbove)];
}

function spreadsOf(bytes: Buffer, starts: readonly number[]): ZoneSpread[] {
  return rowsOf(numbersOf(bytes), 2 + 2 * LEVELS).map(([below, above, ...sizes], i) => ({
    start: starts[i],
    below,
    above,
    sizesBelow: Float64Array.from(sizes.slice(0, LEVELS)),
    sizesAbove: Float64Array.from(sizes.slice(LEVELS)),
  }));
}
