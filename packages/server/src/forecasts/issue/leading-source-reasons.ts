import {
  addDays,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  deliveryPeriods,
  HOUR_MS,
} from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { SOURCE_TITLES } from '../../market/connectors/source.ts';
import type { Db } from '../../ground/database/database.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';

/** A source that had a series within so many days before is one that leads. */
const LED_DAYS = 28;

/**
 * The inputs of a day that a run has from a source that stands in alone, although one that leads had them in the weeks before and has failed
 * since. `published`: the inputs that the run has, whoever published them.
 */
export async function leadingSourceReasons(
  db: Db,
  request: { published: readonly string[]; dataOrigin: DataOrigin; day: DeliveryDay; asOf: number },
): Promise<DegradedReason[]> {
  const { published: keys, dataOrigin, day, asOf } = request;
  if (dataOrigin !== 'market' || keys.length === 0) return [];
  const window = { from: dayStart(addDays(day, -LED_DAYS)), to: dayStart(addDays(day, 1)), asOf };
  const leading = await readSeries(db, { keys, dataOrigin, ...window, leadingOnly: true });
  return keys.flatMap((input) => {
    const days = daysOf(leading.get(input) ?? []);
    const isLate = days.size > 0 && days.get(day) !== deliveryPeriods(day, 'PT1H').length;
    return isLate
      ? [{ code: 'input_late' as const, input, day, standIn: SOURCE_TITLES['energy-charts'] }]
      : [];
  });
}

/** Hours that are known of each day. */
function daysOf(feeds: readonly Series[]): Map<DeliveryDay, number> {
  const hours = new Set(feeds.flatMap(({ start }) => Array.from(start, (at) => at - (at % HOUR_MS))));
  const counts = new Map<DeliveryDay, number>();
  for (const hour of hours) {
    const day = deliveryDayOf(hour);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}
