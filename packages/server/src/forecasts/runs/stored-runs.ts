import type { DeliveryDay } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { findRun, type ForecastRun } from './forecast-queries.ts';

/** A published run with all that it takes to compute it again. Epoch ms. */
export interface RepeatableRun extends ForecastRun {
  /** Undefined for runs of before this was kept. */
  calibratedOn: number[] | undefined;
}

/** The run of an id; throws where there is none. */
export async function getRepeatableRun(db: Db, runId: string): Promise<RepeatableRun> {
  const run = await findRun(db, runId);
  if (run === undefined) throw new Error(`There is no run ${runId}.`);
  const row = await db
    .selectFrom('forecast_run')
    .select('calibrated_on')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  return {
    ...run,
    calibratedOn: row.calibrated_on?.map((instant) => instant.getTime()),
  };
}

/** Runs whose first delivery day is `day` that a version served, and those that it made in the shadow of another, by time of issue. */
export async function listRunsOfVersion(
  db: Db,
  { modelVersionId, day }: { modelVersionId: string; day: DeliveryDay },
): Promise<{ served: string[]; shadowed: string[] }> {
  const served = await db
    .selectFrom('forecast_run')
    .select('id')
    .where('model_version_id', '=', modelVersionId)
    .where('first_day', '=', day)
    .orderBy('issued_at')
    .execute();
  const shadowed = await db
    .selectFrom('shadow_run as shadow')
    .innerJoin('forecast_run as run', 'run.id', 'shadow.run_id')
    .select('run.id')
    .where('shadow.model_version_id', '=', modelVersionId)
    .where('shadow.hourly_values', '!=', sql<number[]>`'{}'`)
    .where('run.first_day', '=', day)
    .orderBy('run.issued_at')
    .execute();
  return { served: served.map(({ id }) => id), shadowed: shadowed.map(({ id }) => id) };
}
