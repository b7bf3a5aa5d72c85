import type { DeliveryDay } from '@lonja/forecasting';
import type { Db } from './database.ts';

/** A day that failed a check and is held back. */
export interface QuarantinedDay {
  source: string;
  publication: string;
  day: DeliveryDay;
  reason: string;
  /** Epoch ms. */
  recordedAt: number;
}

/** What came since an instant (epoch ms) and is still held back, the newest first. */
export async function listQuarantinedDays(db: Db, since: number): Promise<QuarantinedDay[]> {
  const rows = await db
    .selectFrom('quarantined_day')
    .select(['source', 'name', 'day', 'reason', 'recorded_at'])
    .where('recorded_at', '>=', new Date(since))
    .where('released_at', 'is', null)
    .where('discarded_at', 'is', null)
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
