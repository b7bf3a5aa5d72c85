import {
  addDays,
  AUCTION_CALENDAR,
  coveredPeriods,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  deliveryPeriods,
  PRODUCTS,
} from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { priceKey } from '@lonja/forecasting/intraday';
import { valueCheck } from '../../store/value-check.ts';

/** The days of which a series, in order of time, has every period with a value that can be, and when the last of these was known. */
export function wholeDaysOf(series: Series): { day: DeliveryDay; knownAt: number }[] {
  const { key, start, value, availableAt } = series;
  const faultOf = valueCheck(key);
  const days: { day: DeliveryDay; endsAt: number; periods: number; knownAt: number }[] = [];
  let counted = Number.NaN;
  for (let i = 0; i < start.length; i++) {
    // Revisions of a period follow each other: it counts once.
    if (start[i] === counted || faultOf(value[i]) !== undefined) continue;
    counted = start[i];
    let last = days.at(-1);
    if (last === undefined || start[i] >= last.endsAt) {
      const day = deliveryDayOf(start[i]);
      last = { day, endsAt: dayStart(addDays(day, 1)), periods: 0, knownAt: -Infinity };
      days.push(last);
    }
    last.periods++;
    last.knownAt = Math.max(last.knownAt, availableAt[i]);
  }
  return days
    .filter(({ day, periods }) => periods === periodsOf(series, day))
    .map(({ day, knownAt }) => ({ day, knownAt }));
}

function periodsOf({ key, resolution }: Series, day: DeliveryDay): number {
  if (resolution === 'P1D') return 1;
  const product = PRODUCTS.find((one) => priceKey(one) === key);
  const periods =
    product === undefined
      ? deliveryPeriods(day, resolution)
      : coveredPeriods(AUCTION_CALENDAR[product], day, resolution);
  return periods.length;
}
