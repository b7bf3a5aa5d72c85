import { AUCTION_CALENDAR, instantFor, type Product, type ScheduledRun } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import { findNewestRun } from '../runs/forecast-queries.ts';
import { findReissue } from '../runs/reissues.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/**
 * When it was asked for the latest run of a product again, if no run has been issued since; undefined otherwise. An intraday auction whose
 * results are out is not forecast again; the day-ahead forecast reaches days beyond.
 */
export async function findDueReissue(
  db: Db,
  {
    product,
    run,
    dataOrigin,
    now,
  }: { product: Product; run: ScheduledRun; dataOrigin: DataOrigin; now: number },
): Promise<number | undefined> {
  if (dataOrigin !== 'market') return undefined;
  const resultsAt = instantFor(run.firstDay, AUCTION_CALENDAR[product].resultsPublished);
  if (product !== 'da' && now >= resultsAt) return undefined;
  const reissue = await findReissue(db, product);
  if (reissue === undefined || reissue.at > now) return undefined;
  const newest = await findNewestRun(db, { product, dataOrigin, asOf: now });
  return newest !== undefined && newest.issuedAt < reissue.at ? reissue.at : undefined;
}
