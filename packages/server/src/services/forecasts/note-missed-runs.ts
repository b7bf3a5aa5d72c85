import { AUCTION_CALENDAR, latestScheduledRun, PRODUCTS, scheduledRunsBetween } from '@lonja/forecasting';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import { findLatestRun } from '../../store/latest-run.ts';
import { findNewestMissed, noteMissed } from '../../store/missed-runs.ts';
import type { DataOrigin } from '../../store/service-state.ts';

/**
 * Notes the scheduled runs of every product between its newest run and its latest schedule: those that a stop or a failure left out
 * until the next one was due. They are not made up for, since a forecast whose time has passed must not become the latest.
 */
export async function noteMissedRuns(
  { db, clock, logger }: { db: Db; clock: Clock; logger: Logger },
  dataOrigin: DataOrigin,
): Promise<void> {
  const now = clock.now();
  for (const product of PRODUCTS) {
    const newest = await findLatestRun(db, { product, dataOrigin, now });
    if (newest === undefined) continue;
    const missed = await findNewestMissed(db, { product, dataOrigin });
    const calendar = AUCTION_CALENDAR[product];
    const latest = latestScheduledRun(calendar, now);
    const after = Math.max(newest.answers, missed ?? newest.answers);
    const runs = scheduledRunsBetween(calendar, after, latest.scheduledFor - 1);
    if (runs.length === 0) continue;
    await noteMissed(db, { product, dataOrigin }, { runs, now });
    logger.warn(
      { product, runs: runs.length, firstDay: runs[0].firstDay },
      'scheduled forecasts were missed',
    );
  }
}
