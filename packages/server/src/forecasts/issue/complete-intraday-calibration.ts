import { auctionsBefore } from '@lonja/forecasting/market';
import { findMissingCalibration } from './calibration.ts';
import { auctionTask, readAuction } from './compute-intraday.ts';
import { currentModels } from './current-models.ts';
import type { ForecastContext } from './forecast-context.ts';
import { prepareIntradayCalibration } from './intraday-calibration.ts';
import { auctionRecipeOf } from './intraday-model.ts';
import type { IssueRequest } from './issue-run.ts';
import { reissueBetterCalibrated } from './reissue-better-calibrated.ts';

/** Made at a time, and kept together. */
const BATCH_DAYS = 21;

/**
 * Makes up, in the background, the forecasts of past days that a published run of an auction did not wait for, newest first. A run whose
 * bounds rest on less than half of them is asked for again. Gives how many were made; aborted, it rejects and what was kept stays.
 */
export async function completeIntradayCalibration(
  context: ForecastContext,
  { product, run, dataOrigin }: Pick<IssueRequest, 'product' | 'run' | 'dataOrigin'>,
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock, logger } = context;
  const issuedAt = clock.now();
  const { champion } = await currentModels(context, { product, firstDay: run.firstDay, now: issuedAt });
  const recipe = auctionRecipeOf(champion.manifest);
  if (recipe === undefined) return 0;
  const auction = await readAuction(db, { product, run, dataOrigin, issuedAt, recipe });
  const shown = auctionTask(auction);
  if (shown === undefined) return 0;
  if (auction.reference !== auctionsBefore(product).at(-1)) return 0;
  const set = { product, dataOrigin, modelVersionId: champion.id };
  const past = { ...auction, ...shown, recipe, days: BATCH_DAYS, purpose: 'background' as const };
  let made = 0;
  for (let left = 1; left > 0;) {
    signal?.throwIfAborted();
    const part = await prepareIntradayCalibration(context, set, past);
    made += part.made;
    left = part.made === 0 ? 0 : part.left;
  }
  if (made === 0) return 0;
  logger.info({ product, modelVersionId: champion.id, made }, 'calibration completed');
  await reissueBetterCalibrated(context, set, {
    firstDay: run.firstDay,
    wanted: recipe.calibrationDays,
    async countKnown() {
      const missing = await findMissingCalibration(context, set, { recipe, run });
      return recipe.calibrationDays - missing.length;
    },
  });
  return made;
}
