import type { DeliveryDay } from '@lonja/forecasting/market';
import { type Reasons, storedReasons } from '../../ground/reasons/reasons.ts';
import type { Db } from '../../ground/database/database.ts';
import { IS_HELD_DAY } from './held-back.ts';

/** A day that failed a check and is held back. */
export interface QuarantinedDay {
  source: string;
  publication: string;
  day: DeliveryDay;
  reason: Reasons;
  /** Epoch ms. */
  recordedAt: number;
}

/** What came since an instant (epoch ms) and is still held back, the newest first. */
export async function listQuarantinedDays(db: Db, since: number): Promise<QuarantinedDay[]> {
  const rows = await db
    .selectFrom('quarantined_day')
    .select(['source', 'name', 'day', 'reason', 'reason_codes', 'recorded_at'])
    .where('recorded_at', '>=', new Date(since))
    .where(IS_HELD_DAY)
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    source: row.source,
    publication: row.name,
    day: row.day,
    reason: storedReasons(row.reason, row.reason_codes),
    recordedAt: row.recorded_at.getTime(),
  }));
}
