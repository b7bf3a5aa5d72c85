import {
  deliveryPeriods,
  type DeliveryDay,
  dayRange,
  dayNumber,
  weekdayOf,
} from '../src/market/delivery-day.ts';
import type { ZoneDay } from '../src/zones/zone-day.ts';
import { createNormal } from './random-problem.ts';

interface MadeUpZones {
  from: DeliveryDay;
  to: DeliveryDay;
  resolution: 'PT1H' | 'PT15M';
  /** Local hours that the auction covers. */
  hours?: [from: number, to: number];
  seed?: number;
}

/**
 * Days of two made-up zones: at night of every third day the zone clears 1 to 5 below, in the dearest hours of weekends 4 to 8 above the reference;
 * otherwise both clear together.
 */
export function madeUpZones({ from, to, resolution, hours = [0, 24], seed = 1 }: MadeUpZones): ZoneDay[] {
  const normal = createNormal(seed);
  return dayRange(from, to).map((day) => {
    const periods = deliveryPeriods(day, resolution).filter(
      ({ hour }) => hour >= hours[0] && hour < hours[1],
    );
    const level = 50 + 10 * normal();
    const reference = periods.map(({ hour }) => level + 30 * Math.sin((hour / 12) * Math.PI) + normal());
    const isNight = dayNumber(day) % 3 === 0;
    const spread = periods.map(({ hour }) => {
      if (isNight && hour < 5) return -3 - 2 * Math.tanh(normal());
      return weekdayOf(day) > 4 && hour >= 18 ? 6 + 2 * Math.tanh(normal()) : 0;
    });
    return {
      day,
      periods,
      reference,
      zone: reference.map((price, i) => price + spread[i]),
      expected: reference.map((price) => price + 2 * normal()),
    };
  });
}
