import type { DeliveryDay, Product } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

/** A run that was published for an instant of the calendar, or for an input that came late. Epoch ms. */
export interface ScheduledRunOutcome {
  runId: string;
  product: Product;
  modelVersionId: string;
  scheduledFor: number;
  issuedAt: number;
  firstDay: DeliveryDay;
  degraded: string[];
}

/** The runs of a product that answer an instant after one, up to another, in order. */
export async function listRunsScheduled(
  db: Db,
  { product, after, until }: { product: Product; after: number; until: number },
): Promise<ScheduledRunOutcome[]> {
  const rows = await db
    .selectFrom('forecast_run')
    .select(['id', 'model_version_id', 'scheduled_for', 'issued_at', 'first_day', 'degraded'])
    .where('product', '=', product)
    .where('scheduled_for', '>', new Date(after))
    .where('scheduled_for', '<=', new Date(until))
    .orderBy('scheduled_for')
    .execute();
  return rows.map((row) => ({
    runId: row.id,
    product,
    modelVersionId: row.model_version_id,
    scheduledFor: row.scheduled_for.getTime(),
    issuedAt: row.issued_at.getTime(),
    firstDay: row.first_day,
    degraded: row.degraded,
  }));
}

export async function countEventsByType(db: Db): Promise<{ type: string; count: number }[]> {
  const rows = await db
    .selectFrom('event')
    .select(['type', (eb) => eb.fn.countAll<string>().as('count')])
    .groupBy('type')
    .orderBy('type')
    .execute();
  return rows.map(({ type, count }) => ({ type, count: Number(count) }));
}

/**
 * Removes whatever a database came to know after an instant, and the runs that were issued later. For a transaction that is rolled back. Gives
 * the number of values removed.
 */
export async function removeLaterData(tx: Db, instant: number): Promise<number> {
  const at = new Date(instant);
  const { numAffectedRows = 0n } = await sql`delete from observation where available_at > ${at}`.execute(tx);
  await sql`delete from forecast_run where issued_at > ${at}`.execute(tx);
  await sql`delete from calibration_forecast where scheduled_for >= ${at}`.execute(tx);
  return Number(numAffectedRows);
}
