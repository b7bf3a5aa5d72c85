import {
  AUCTION_CALENDAR,
  MINUTE_MS,
  type RelativeTime,
  type Resolution,
  addDays,
  dayStart,
  deliveryDayOf,
  instantFor,
  periodMs,
} from '@lonja/forecasting/market';
import type { Availability } from './mapping.ts';

/** The rule as a function of the period's start; undefined where a column of the file says it. */
export function availabilityRule(
  availability: Availability,
  resolution: Resolution,
): ((start: number) => number) | undefined {
  switch (availability.rule) {
    case 'column':
      return undefined;
    case 'auction':
      return onDayOf(AUCTION_CALENDAR[availability.product].resultsPublished);
    case 'local-time':
      return onDayOf(availability);
    case 'after-end':
      return (start) => endOf(start, resolution) + availability.minutes * MINUTE_MS;
  }
}

/** Remembers the day of the last call, because the rows of a file come day by day. */
function onDayOf(relative: RelativeTime): (start: number) => number {
  let from = Number.NaN;
  let to = Number.NaN;
  let instant = Number.NaN;
  return (start) => {
    if (!(start >= from && start < to)) {
      const day = deliveryDayOf(start);
      from = dayStart(day);
      to = dayStart(addDays(day, 1));
      instant = instantFor(day, relative);
    }
    return instant;
  };
}

function endOf(start: number, resolution: Resolution): number {
  return resolution === 'P1D' ? dayStart(addDays(deliveryDayOf(start), 1)) : start + periodMs(resolution);
}
