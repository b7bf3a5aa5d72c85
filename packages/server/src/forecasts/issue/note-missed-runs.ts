import { AUCTION_CALENDAR, type Product, scheduledRunsBetween } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { findLatestRun } from '../runs/latest-run.ts';
import { findNewestMissed, noteMissed } from '../runs/missed-runs.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/**
 * Notes the scheduled runs of a product between its newest run and the schedule `until` (epoch ms), ahead of the run that answers that:
 * those that a stop or a failure left out until the next one was due. They are not made up for, since a forecast whose time has passed
 * must not become the latest.
 */
export async function noteMissedRuns(
  { db, logger }: { db: Db; logger: Logger },
  {
    product,
    dataOrigin,
    until,
    now,
  }: { product: Product; dataOrigin: DataOrigin; until: number; now: number },
): Promise<void> {
  const newest = await findLatestRun(db, { product, dataOrigin, now });
  if (newest === undefined) return;
  const missed = await findNewestMissed(db, { product, dataOrigin });
  const after = Math.max(newest.answers, missed ?? newest.answers);
  const runs = scheduledRunsBetween(AUCTION_CALENDAR[product], after, until - 1);
  if (runs.length === 0) return;
  await noteMissed(db, { product, dataOrigin }, { runs, now });
  logger.warn({ product, runs: runs.length, firstDay: runs[0].firstDay }, 'scheduled forecasts were missed');
}
