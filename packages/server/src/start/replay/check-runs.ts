import { type DeliveryDay, addDays, dayStart, AUCTIONS } from '@lonja/forecasting/market';
import { createUniform, drawSubset } from '@lonja/forecasting/simulator';
import type { ForecastContext } from '../../forecasts/issue/forecast-context.ts';
import { type RecomputedRun, recomputeRuns } from '../../forecasts/models/recompute-runs.ts';
import { listRunsScheduled, removeLaterData } from './replay-queries.ts';

export interface CheckedRun extends RecomputedRun {
  /** Values that became available after the run, gone when it was computed again. */
  removedValues: number;
}

/**
 * Computes runs drawn at random again after removing all that became known after each of them, and compares every number bit for
 * bit. It does so in one transaction, from the latest run back, and rolls it back.
 */
export async function checkRuns(
  context: ForecastContext,
  request: { from: DeliveryDay; to: DeliveryDay; count: number; seed: number },
): Promise<CheckedRun[]> {
  const { from, to, count, seed } = request;
  const span = { after: dayStart(from) - 1, until: dayStart(addDays(to, 1)) - 1 };
  const runs = (
    await Promise.all(AUCTIONS.map((product) => listRunsScheduled(context.db, { product, ...span })))
  ).flat();
  const places = drawSubset(runs.length, Math.min(count, runs.length), createUniform(seed));
  const drawn = [...places].map((i) => runs[i]).sort((a, b) => b.issuedAt - a.issuedAt);
  const checked: CheckedRun[] = [];
  const tx = await context.db.startTransaction().execute();
  try {
    let removedValues = 0;
    for (const { runId, issuedAt } of drawn) {
      removedValues += await removeLaterData(tx, issuedAt);
      const repeated = await recomputeRuns({ ...context, db: tx }, [{ runId }]);
      checked.push(...repeated.map((one) => ({ ...one, removedValues })));
    }
  } finally {
    await tx.rollback().execute();
  }
  return checked;
}
