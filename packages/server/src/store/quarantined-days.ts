import type { DeliveryDay } from '@lonja/forecasting';
import type { Db } from './database.ts';

/** A day that failed a check and was held back. */
export interface QuarantinedDay {
  source: string;
  publication: string;
  day: DeliveryDay;
  reason: string;
  /** Epoch ms. */
  recordedAt: number;
}

/** What was held back since an instant (epoch ms), the newest first. */
export async function listQuarantinedDays(db: Db, since: number): Promise<QuarantinedDay[]> {
  const rows = await db
    .selectFrom('quarantined_day')
    .select(['source', 'name', 'day', 'reason', 'recorded_at'])
    .where('recorded_at', '>=', new Date(since))
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    source: row.source,
    publication: row.name,
    day: row.day,
    reason: row.reason,
    recordedAt: row.recorded_at.getTime(),
  }));
}
