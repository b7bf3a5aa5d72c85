import type { DeliveryDay, Product, ScheduledRun } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

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
