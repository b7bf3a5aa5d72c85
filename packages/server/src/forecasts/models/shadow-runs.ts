import { AUCTION_CALENDAR, DAY_MS, latestScheduledRun, type Product } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { addCalibrationForecasts } from '../runs/calibration-forecasts.ts';
import { listRunningChallengers } from '../runs/model-versions.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { ModelFailure } from '../issue/computed-run.ts';
import type { ForecastContext } from '../issue/forecast-context.ts';
import { isAfterResults } from '../issue/past-run.ts';
import { makePast, type PastSink } from '../issue/make-past.ts';
import { foreignReason } from '../runs/model-manifest.ts';
import type { Db } from '../../ground/database/database.ts';
import { epochMs } from '../../ground/database/arrays.ts';

/** Runs further back are not made up for: their days are left out of the comparison. */
const LOOKS_BACK_MS = 2 * DAY_MS;

/**
 * Lets every challenger of a product forecast the same runs as the champion, from what was available when each was issued. What
 * comes of it is kept for the comparison and served to nobody. Gives how many were made. A challenger that fails is left
 * out and the log says so.
 */
export async function runShadows(
  context: ForecastContext,
  { product, dataOrigin }: { product: Product; dataOrigin: DataOrigin },
): Promise<number> {
  const { db, clock, logger } = context;
  const now = clock.now();
  let made = 0;
  for (const version of await listRunningChallengers(db, product)) {
    // The next run enters it under the present library.
    if (foreignReason(version) !== undefined) continue;
    const modelVersionId = version.id;
    const slot = { product, dataOrigin, modelVersionId };
    const issuedAfter = Math.max(version.created_at.getTime() - 1, now - LOOKS_BACK_MS);
    const shadowed = await listUnshadowedRuns(db, { ...slot, issuedAfter, now });
    const shadows = shadowed.map(({ runId, issuedAt, scheduledFor }) => ({
      runId,
      product,
      dataOrigin,
      version,
      issuedAt,
      calibratedOn: [],
      purpose: 'background' as const,
      run: latestScheduledRun(AUCTION_CALENDAR[product], scheduledFor),
    }));
    const [silent, asked] = [true, false].map((isSilent) =>
      shadows.filter(({ run }) => isAfterResults(product, run) === isSilent),
    );
    // The results of their first day were out: that says nothing about a model.
    for (const { runId } of silent) await addShadowRun(db, { runId, modelVersionId, hourlyValues: [] });
    const sink: PastSink<(typeof asked)[number]> = {
      async take({ runId, run }, { learns, hours }) {
        // Where something had to stand in for the challenger it is kept without values.
        const hourlyValues = learns === undefined ? [] : hours.map(({ value }) => value);
        // A shadow that is there is not made again: what later runs learn from it is kept with it or not at all.
        await db.transaction().execute(async (tx) => {
          await addShadowRun(tx, { runId, modelVersionId, hourlyValues });
          if (learns === undefined) return;
          await addCalibrationForecasts(tx, slot, [{ ...run, ...learns, quantiles: undefined }]);
          made++;
        });
      },
    };
    try {
      await makePast(context, asked, sink);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      logger.warn({ product, modelVersionId, error }, 'a challenger could not run');
    }
  }
  return made;
}

/** A published run that a challenger has not made as well. Epoch ms. */
interface UnshadowedRun {
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
async function listUnshadowedRuns(
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
