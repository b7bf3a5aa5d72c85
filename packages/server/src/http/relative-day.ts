import { addDays, dayStart, type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';

/** Days that may be asked for by a word, as they lie to the present day in Spain. */
const OFFSETS = new Map<unknown, number>([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

export const RELATIVE_DAYS = ['yesterday', 'today', 'tomorrow'] as const;

/** The day that a word means at an instant (epoch ms); undefined for everything else. */
export function resolveRelativeDay(text: unknown, now: number): DeliveryDay | undefined {
  const offset = OFFSETS.get(text);
  return offset === undefined ? undefined : addDays(deliveryDayOf(now), offset);
}

/** Until when, epoch ms, the words in a query mean the same days; undefined where it has none. */
export function relativeDaysEnd(query: unknown, now: number): number | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  const hasAny = Object.values(query).some((value) => OFFSETS.has(value));
  return hasAny ? dayStart(addDays(deliveryDayOf(now), 1)) : undefined;
}
