import { addDays, dayRange, dayStart, type DeliveryDay } from '@lonja/forecasting/market';
import type { Db } from '../../ground/database/database.ts';
import { listStoredDays } from '../../market/observations/observation-spans.ts';

/** Delivery days from `from` to `to` (inclusive) of which nothing of a series is stored from a source, in order. */
export async function missingDays(
  db: Db,
  { series, source, from, to }: { series: string; source: string; from: DeliveryDay; to: DeliveryDay },
): Promise<DeliveryDay[]> {
  const window = { from: dayStart(from), to: dayStart(addDays(to, 1)) };
  const stored = new Set(await listStoredDays(db, { series, source, ...window }));
  return dayRange(from, to).filter((day) => !stored.has(day));
}
