import { addDays, deliveryDayOf, instantFor, type RelativeTime } from '@lonja/forecasting';
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

/** The latest instant at which own forecasts of the power system were due by `now`. */
export function latestModelIssue(now: number): number {
  const today = deliveryDayOf(now);
  const due = [addDays(today, -1), today].flatMap((day) => ISSUE_TIMES.map((time) => instantFor(day, time)));
  return Math.max(...due.filter((instant) => instant <= now));
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
