import { HOURS_PER_PANEL_DAY } from '../data/build-panel.ts';
import type { ForecastPoint } from '../data/forecast-point.ts';
import { type DeliveryDay, deliveryDayOf, localHourOf } from '../market/delivery-day.ts';

/**
 * What the spread adds to the forecast of a zone beside that of the reference zone: how far the points of both lie apart on the local hours
 * of a day, price unit; of an hour that occurs twice the mean, 0 where the zone has no hour.
 */
export function zoneContribution(
  zone: readonly Pick<ForecastPoint, 'start' | 'value'>[],
  reference: readonly Pick<ForecastPoint, 'start' | 'value'>[],
  day: DeliveryDay,
): Float64Array {
  const referenceOf = new Map(reference.map(({ start, value }) => [start, value]));
  const sums = new Float64Array(HOURS_PER_PANEL_DAY);
  const counts = new Uint8Array(HOURS_PER_PANEL_DAY);
  for (const { start, value } of zone) {
    if (deliveryDayOf(start) !== day) continue;
    const hour = localHourOf(start);
    sums[hour] += value - (referenceOf.get(start) ?? Number.NaN);
    counts[hour]++;
  }
  return sums.map((sum, hour) => (counts[hour] === 0 ? 0 : sum / counts[hour]));
}
