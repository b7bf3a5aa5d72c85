import { PRODUCTS, type Product } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** The first run of each product that has one. Instants are epoch ms. */
export async function findOldestRuns(
  db: Db,
  dataOrigin: DataOrigin,
): Promise<Map<Product, { issuedAt: number; scheduledFor: number }>> {
  const oldest = new Map<Product, { issuedAt: number; scheduledFor: number }>();
  for (const product of PRODUCTS) {
    const row = await db
      .selectFrom('forecast_run')
      .select(['issued_at', 'scheduled_for'])
      .where('product', '=', product)
      .where('data_origin', '=', dataOrigin)
      .orderBy('issued_at')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) continue;
    oldest.set(product, { issuedAt: row.issued_at.getTime(), scheduledFor: row.scheduled_for.getTime() });
  }
  return oldest;
}

/** The schedules from an instant on that have a run, as `product instant`; instants are epoch ms. */
export async function listAnsweredSchedules(
  db: Db,
  { dataOrigin, from }: { dataOrigin: DataOrigin; from: number },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('forecast_run')
    .select(['product', 'scheduled_for'])
    .where('data_origin', '=', dataOrigin)
    .where('scheduled_for', '>=', new Date(from))
    .execute();
  return new Set(rows.map((row) => `${row.product} ${row.scheduled_for.getTime()}`));
}
