import type { Product } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

export interface LatestRun {
  issuedAt: number;
  /** The instant that it answers: a schedule, or the arrival of an input. */
  answers: number;
  degraded: string[];
}

/** The newest run of a product that was issued by `now`; undefined when there is none. Instants are epoch ms. */
export async function findLatestRun(
  db: Db,
  { product, dataOrigin, now }: { product: Product; dataOrigin: DataOrigin; now: number },
): Promise<LatestRun | undefined> {
  const row = await db
    .selectFrom('forecast_run')
    .select(['issued_at', 'scheduled_for', 'degraded'])
    .where('product', '=', product)
    .where('data_origin', '=', dataOrigin)
    .where('published_at', '<=', new Date(now))
    .orderBy('scheduled_for', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      issuedAt: row.issued_at.getTime(),
      answers: row.scheduled_for.getTime(),
      degraded: row.degraded,
    }
  );
}
