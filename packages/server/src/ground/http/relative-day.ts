import { addDays, dayStart, type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';

/** Whose midnights the days of a field begin at: those of delivery, or those of the records of use and audit. */
export type DayZone = 'market' | 'UTC';

/** Days that may be asked for by a word, in order; the second is the present day of the market. */
export const RELATIVE_DAYS = ['yesterday', 'today', 'tomorrow'] as const;

const OFFSETS = new Map<unknown, number>(RELATIVE_DAYS.map((word, place) => [word, place - 1]));

/** The day that a word means at an instant (epoch ms); undefined for everything else. */
export function resolveRelativeDay(
  text: unknown,
  now: number,
  zone: DayZone = 'market',
): DeliveryDay | undefined {
  const offset = OFFSETS.get(text);
  if (offset === undefined) return undefined;
  return addDays(zone === 'UTC' ? new Date(now).toISOString().slice(0, 10) : deliveryDayOf(now), offset);
}

/** Until when, epoch ms, the words in a query mean the same days; undefined where it has none. */
export function relativeDaysEnd(query: unknown, now: number): number | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  const hasAny = Object.values(query).some((value) => OFFSETS.has(value));
  return hasAny ? dayStart(addDays(deliveryDayOf(now), 1)) : undefined;
}
