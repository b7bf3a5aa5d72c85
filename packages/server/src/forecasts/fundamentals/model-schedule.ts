import { DAY_MS, dayRange, deliveryDayOf, formatMadrid, instantOf } from '@lonja/forecasting/market';
import { findNewestAvailability } from '../../market/observations/observation-spans.ts';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { modelSeriesOf, WEATHER_SERIES } from '../../market/observations/quantities.ts';

/** Shortly before the first run of each product and before the last one that can be bid with; Europe/Madrid. */
const ISSUE_TIMES = ['05:45', '08:15', '11:25', '13:15', '20:15'];
/** Those of them that are left out where the weather has not been forecast anew since the one before: little else is new by then. */
const ISSUE_TIMES_OF_WEATHER = new Set(['08:15', '13:15']);
const WEATHER = [...new Set(Object.values(WEATHER_SERIES).flatMap((series) => series.map(({ key }) => key)))];

/** The instants after one, up to another, at which own forecasts of the power system can be due; in order. */
export function modelIssuesBetween(after: number, until: number): number[] {
  return dayRange(deliveryDayOf(after), deliveryDayOf(until))
    .flatMap((day) => ISSUE_TIMES.map((time) => instantOf(day, time)))
    .filter((instant) => instant > after && instant <= until);
}

/** The latest instant at which own forecasts of the power system could be due by `now`. */
function latestModelIssue(now: number): number {
  return Math.max(...modelIssuesBetween(now - 2 * DAY_MS, now));
}

/** Whether own forecasts of the power system are made at an instant of the schedule. */
export async function isModelIssue(
  db: Db,
  { dataOrigin, at }: { dataOrigin: DataOrigin; at: number },
): Promise<boolean> {
  if (!ISSUE_TIMES_OF_WEATHER.has(formatMadrid(at).slice(11, 16))) return true;
  const before = latestModelIssue(at - 1);
  for (const series of WEATHER) {
    const newest = await findNewestAvailability(db, { series, dataOrigin, asOf: at });
    if (newest !== undefined && newest > before) return true;
  }
  return false;
}

/** The latest instant of the schedule that has not been answered; undefined when it has. */
export async function findDueModelIssue(
  db: Db,
  { dataOrigin, now }: { dataOrigin: DataOrigin; now: number },
): Promise<number | undefined> {
  let due = latestModelIssue(now);
  while (!(await isModelIssue(db, { dataOrigin, at: due }))) due = latestModelIssue(due - 1);
  const newest = await findNewestAvailability(db, { series: modelSeriesOf('load'), dataOrigin, asOf: now });
  return newest !== undefined && newest >= due ? undefined : due;
}
