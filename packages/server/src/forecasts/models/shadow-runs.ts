import type { Product } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { epochMs } from '../../ground/database/arrays.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** A published run that a challenger has not made as well. Epoch ms. */
export interface UnshadowedRun {
  runId: string;
  issuedAt: number;
  /** The instant that it answers. */
  scheduledFor: number;
}

/** Keeps what a challenger forecasts for the hours of a run, nothing where it had no say; what is kept already stays as it is. */
export async function addShadowRun(
  db: Db,
  shadow: { runId: string; modelVersionId: string; hourlyValues: number[] },
): Promise<void> {
  await db
    .insertInto('shadow_run')
    .values({
      run_id: shadow.runId,
      model_version_id: shadow.modelVersionId,
      hourly_values: shadow.hourlyValues,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The runs of a product issued after an instant that a version has no shadow of, oldest first. */
export async function listUnshadowedRuns(
  db: Db,
  query: {
    product: Product;
    dataOrigin: DataOrigin;
    modelVersionId: string;
    issuedAfter: number;
    now: number;
  },
): Promise<UnshadowedRun[]> {
  const { product, dataOrigin, modelVersionId, issuedAfter, now } = query;
  const rows = await db
    .selectFrom('forecast_run as run')
    .select(['run.id', 'run.issued_at', 'run.scheduled_for'])
    .where('run.product', '=', product)
    .where('run.data_origin', '=', dataOrigin)
    .where('run.issued_at', '>', new Date(issuedAfter))
    .where('run.issued_at', '<=', new Date(now))
    .where('run.model_version_id', '!=', modelVersionId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shadow_run as shadow')
            .select('shadow.run_id')
            .whereRef('shadow.run_id', '=', 'run.id')
            .where('shadow.model_version_id', '=', modelVersionId),
        ),
      ),
    )
    .orderBy('run.issued_at')
    .execute();
  return rows.map((row) => ({
    runId: row.id,
    issuedAt: row.issued_at.getTime(),
    scheduledFor: row.scheduled_for.getTime(),
  }));
}

/** What a version forecast in the shadow of the given runs, by run and start (epoch ms). */
export async function listShadowValues(
  db: Db,
  query: { modelVersionId: string; runIds: readonly string[] },
): Promise<Map<string, Map<number, number>>> {
  if (query.runIds.length === 0) return new Map();
  const { rows } = await sql<{ run_id: string; starts: number[]; hourly_values: number[] }>`
    select shadow.run_id, shadow.hourly_values, array_agg(${epochMs('point.start_at')} order by point.start_at) as starts
    from shadow_run as shadow
    join forecast_point as point on point.run_id = shadow.run_id and point.resolution = 'PT1H'
    where shadow.model_version_id = ${query.modelVersionId} and shadow.run_id = any(${[...query.runIds]}::uuid[])
      and shadow.hourly_values <> '{}'
    group by shadow.run_id, shadow.model_version_id
  `.execute(db);
  return new Map(
    rows.map(({ run_id, starts, hourly_values }) => [
      run_id,
      new Map(starts.map((start, i) => [start, hourly_values[i]])),
    ]),
  );
}
