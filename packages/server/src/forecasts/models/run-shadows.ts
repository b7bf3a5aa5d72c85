import { AUCTION_CALENDAR, DAY_MS, latestScheduledRun, type Product } from '@lonja/forecasting/market';
import { addCalibrationForecasts } from '../runs/calibration-forecasts.ts';
import { listRunningChallengers, type ModelVersion } from '../runs/model-versions.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { addShadowRun, listUnshadowedRuns, type UnshadowedRun } from './shadow-runs.ts';
import { ModelFailure } from '../issue/computed-run.ts';
import { computeRun } from '../issue/compute-run.ts';
import type { ForecastContext } from '../issue/forecast-context.ts';
import { isAfterResults } from '../issue/past-run.ts';
import { inBackground } from '../issue/in-background.ts';
import { foreignReason } from './foreign-version.ts';

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
    const slot = { product, dataOrigin, modelVersionId: version.id };
    const issuedAfter = Math.max(version.createdAt - 1, now - LOOKS_BACK_MS);
    for (const shadowed of await listUnshadowedRuns(db, { ...slot, issuedAfter, now })) {
      try {
        if (await runShadow(context, { product, dataOrigin, version, shadowed })) made++;
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        logger.warn({ product, modelVersionId: version.id, error }, 'a challenger could not run');
        break;
      }
    }
  }
  return made;
}

/**
 * Gives false where something had to stand in for the challenger, and where the results of the run's first day were out: that says nothing about
 * it, and is kept without values.
 */
async function runShadow(
  context: ForecastContext,
  request: { product: Product; dataOrigin: DataOrigin; version: ModelVersion; shadowed: UnshadowedRun },
): Promise<boolean> {
  const { product, dataOrigin, version, shadowed } = request;
  const { runId, issuedAt, scheduledFor } = shadowed;
  const run = latestScheduledRun(AUCTION_CALENDAR[product], scheduledFor);
  if (isAfterResults(product, run)) {
    await addShadowRun(context.db, { runId, modelVersionId: version.id, hourlyValues: [] });
    return false;
  }
  const computed = await computeRun(inBackground(context), {
    product,
    dataOrigin,
    version,
    run,
    issuedAt,
    calibratedOn: [],
  });
  const modelVersionId = version.id;
  const { learns, hours } = computed;
  const hourlyValues = learns === undefined ? [] : hours.map(({ value }) => value);
  await addShadowRun(context.db, { runId, modelVersionId, hourlyValues });
  if (learns === undefined) return false;
  const set = { product, dataOrigin, modelVersionId };
  await addCalibrationForecasts(context.db, set, [{ ...run, ...learns, quantiles: undefined }]);
  return true;
}
