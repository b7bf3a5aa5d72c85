import { DAY_MS, dayRange, deliveryDayOf, instantFor, type RelativeTime } from '@lonja/forecasting';
import { findNewestAvailability } from '../../store/observation-spans.ts';
import type { Db } from '../../store/database.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import { modelSeriesOf } from './quantities.ts';

/** Shortly before the day-ahead runs, and in the evening; Europe/Madrid. */
const ISSUE_TIMES: readonly RelativeTime[] = [
  { dayOffset: 0, time: '05:45' },
  { dayOffset: 0, time: '11:45' },
  { dayOffset: 0, time: '18:15' },
];

/** The instants after one, up to another, at which own forecasts of the power system are due; in order. */
export function modelIssuesBetween(after: number, until: number): number[] {
  return dayRange(deliveryDayOf(after), deliveryDayOf(until))
    .flatMap((day) => ISSUE_TIMES.map((time) => instantFor(day, time)))
    .filter((instant) => instant > after && instant <= until);
}

/** The latest instant at which own forecasts of the power system were due by `now`. */
export function latestModelIssue(now: number): number {
  return Math.max(...modelIssuesBetween(now - 2 * DAY_MS, now));
}

/** The latest instant of the schedule that has not been answered; undefined when it has. */
export async function findDueModelIssue(
  db: Db,
  { dataOrigin, now }: { dataOrigin: DataOrigin; now: number },
): Promise<number | undefined> {
  const due = latestModelIssue(now);
  const newest = await findNewestAvailability(db, { series: modelSeriesOf('load'), dataOrigin, asOf: now });
  return newest !== undefined && newest >= due ? undefined : due;
}
