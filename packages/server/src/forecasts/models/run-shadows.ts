import { AUCTION_CALENDAR, DAY_MS, latestScheduledRun, type Product } from '@lonja/forecasting/market';
import { addCalibrationForecasts } from '../runs/calibration-forecasts.ts';
import { listRunningChallengers } from '../runs/model-versions.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { addShadowRun, listUnshadowedRuns } from './shadow-runs.ts';
import { ModelFailure } from '../issue/computed-run.ts';
import type { ForecastContext } from '../issue/forecast-context.ts';
import { isAfterResults } from '../issue/past-run.ts';
import { makePast, type PastSink } from '../issue/make-past.ts';
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
    const modelVersionId = version.id;
    const slot = { product, dataOrigin, modelVersionId };
    const issuedAfter = Math.max(version.createdAt - 1, now - LOOKS_BACK_MS);
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
