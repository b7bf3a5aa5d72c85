import {
  AUCTION_CALENDAR,
  latestScheduledRun,
  MINUTE_MS,
  type Product,
  scheduledRunsBetween,
  zoneOf,
  isFirstZone,
  type DeliveryDay,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { findLatestRun } from './run-store.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { auctionedProducts } from './auctioned-products.ts';

/** A run takes minutes on a slow machine: so long after its schedule it is not late yet. */
export const DUE_FOR_MS = 15 * MINUTE_MS;

/** How the latest run of a product stands to its schedule. Instants are epoch ms. */
export interface Lateness {
  product: Product;
  /** `missing`: there is no run at all. */
  status: 'ok' | 'late' | 'missing';
  /** When the latest run was issued. */
  issuedAt: number | undefined;
  /** The first schedule since then that no run has answered; undefined when all are answered. */
  unansweredSince: number | undefined;
  /** What the latest run had to do without. */
  degraded: string[];
}

/**
 * Of every product that is auctioned, whether its latest scheduled run is there, and since when it is not. One of Portugal that has never had
 * a run is left out: not every source has its prices.
 */
export async function listLateness(
  db: Db,
  { dataOrigin, now }: { dataOrigin: DataOrigin; now: number },
): Promise<Lateness[]> {
  const found = await Promise.all(
    auctionedProducts(now).map(async (product): Promise<Lateness | undefined> => {
      const calendar = AUCTION_CALENDAR[product];
      const run = await findLatestRun(db, { product, dataOrigin, now });
      if (run === undefined) {
        if (!isFirstZone(zoneOf(product))) return undefined;
        const unansweredSince = latestScheduledRun(calendar, now).scheduledFor;
        return { product, status: 'missing', issuedAt: undefined, unansweredSince, degraded: [] };
      }
      const unansweredSince = scheduledRunsBetween(calendar, run.answers, now).at(0)?.scheduledFor;
      const isLate = unansweredSince !== undefined && now >= unansweredSince + DUE_FOR_MS;
      const { issuedAt, degraded } = run;
      return { product, status: isLate ? 'late' : 'ok', issuedAt, unansweredSince, degraded };
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** Whose runs are meant. */
interface RunsOf {
  product: Product;
  dataOrigin: DataOrigin;
}

/** Notes that scheduled runs were not published while they could be; those that are noted already stay as they are. */
export async function noteMissed(
  db: Db,
  { product, dataOrigin }: RunsOf,
  { runs, now }: { runs: readonly ScheduledRun[]; now: number },
): Promise<void> {
  if (runs.length === 0) return;
  const rows = runs.map(({ scheduledFor, firstDay }) => ({
    product,
    data_origin: dataOrigin,
    scheduled_for: new Date(scheduledFor),
    first_day: firstDay,
    noted_at: new Date(now),
  }));
  await db
    .insertInto('missed_run')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The schedule of the newest run of a product that is noted as missed, epoch ms. */
export async function findNewestMissed(db: Db, { product, dataOrigin }: RunsOf): Promise<number | undefined> {
  const row = await db
    .selectFrom('missed_run')
    .select('scheduled_for')
    .where('product', '=', product)
    .where('data_origin', '=', dataOrigin)
    .orderBy('scheduled_for', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.scheduled_for.getTime();
}

/** Missed runs of a product scheduled from `since` (epoch ms) to `now`, oldest first. */
export async function listMissedRuns(
  db: Db,
  { product, dataOrigin }: RunsOf,
  { since, now }: { since: number; now: number },
): Promise<{ scheduledFor: number; firstDay: DeliveryDay }[]> {
  const rows = await db
    .selectFrom('missed_run')
    .select(['scheduled_for', 'first_day'])
    .where('product', '=', product)
    .where('data_origin', '=', dataOrigin)
    .where('scheduled_for', '>=', new Date(since))
    .where('scheduled_for', '<=', new Date(now))
    .orderBy('scheduled_for')
    .execute();
  return rows.map((row) => ({ scheduledFor: row.scheduled_for.getTime(), firstDay: row.first_day }));
}

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
