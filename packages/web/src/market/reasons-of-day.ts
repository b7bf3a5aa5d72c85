import type { DegradedReason } from '@lonja/client';

/** Of these the day is the last one that is there, or the first that is not: they concern the days after it. */
const CONCERN_LATER_DAYS: ReadonlySet<string> = new Set([
  'prices_late',
  'auction_prices_late',
  'input_stale',
]);

/** The reasons that concern a delivery day: those of it, those of no day, and those of what is lacking since an earlier one. */
export function reasonsOfDay(reasons: readonly DegradedReason[], day: string): DegradedReason[] {
  return reasons.filter(
    (reason) => reason.day === null || reason.day === day || CONCERN_LATER_DAYS.has(reason.code),
  );
}
