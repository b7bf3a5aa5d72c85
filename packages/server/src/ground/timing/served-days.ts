import { dayRange, type DeliveryDay, dayStart, deliveryDayOf } from '@lonja/forecasting/market';

/** Days that market data can exist for, both inclusive, well within the years whose local time is known. */
const FIRST_SERVED_DAY = '2000-01-01';
const LAST_SERVED_DAY = '2098-12-31';

export interface DaySpan {
  from: DeliveryDay;
  to: DeliveryDay;
}

/** The served part of a span of days, both inclusive; undefined when there is none. */
export function clampToServedDays({ from, to }: DaySpan): DaySpan | undefined {
  const first = from < FIRST_SERVED_DAY ? FIRST_SERVED_DAY : from;
  const last = to > LAST_SERVED_DAY ? LAST_SERVED_DAY : to;
  return first > last ? undefined : { from: first, to: last };
}

/** The served days that the instants `[from, to)` touch; undefined when there are none. */
export function servedDaysOf({ from, to }: { from: number; to: number }): DaySpan | undefined {
  const first = Math.max(from, dayStart(FIRST_SERVED_DAY));
  const last = Math.min(to - 1, dayStart(LAST_SERVED_DAY));
  return first > last ? undefined : { from: deliveryDayOf(first), to: deliveryDayOf(last) };
}

/** The served part of a span of days in parts of so many days, in order; empty when there is none. */
export function partsOfSpan(span: DaySpan, partDays: number): DaySpan[] {
  const served = clampToServedDays(span);
  return served === undefined ? [] : splitSpan(served, partDays);
}

/** A span of days, both inclusive, in parts of so many days, in order. */
export function splitSpan({ from, to }: DaySpan, partDays: number): DaySpan[] {
  const days = dayRange(from, to);
  const parts: DaySpan[] = [];
  for (let first = 0; first < days.length; first += partDays) {
    const last = Math.min(first + partDays, days.length) - 1;
    parts.push({ from: days[first], to: days[last] });
  }
  return parts;
}
