import { addDays, type DeliveryDay, deliveryDayOf } from './delivery-day.ts';
import { instantFor, type ProductCalendar } from './products.ts';

/** A scheduled run: the instant, and the first delivery day that it forecasts. */
export interface ScheduledRun {
  scheduledFor: number;
  firstDay: DeliveryDay;
}

/** The scheduled runs with `after < scheduledFor <= until`, oldest first. */
export function scheduledRunsBetween(
  calendar: ProductCalendar,
  after: number,
  until: number,
): ScheduledRun[] {
  const runs: ScheduledRun[] = [];
  const lastDay = addDays(deliveryDayOf(until), 1);
  for (let day = deliveryDayOf(after); day <= lastDay; day = addDays(day, 1)) {
    for (const relative of calendar.scheduledRuns) {
      const scheduledFor = instantFor(day, relative);
      if (scheduledFor > after && scheduledFor <= until) runs.push({ scheduledFor, firstDay: day });
    }
  }
  return runs.sort((a, b) => a.scheduledFor - b.scheduledFor);
}

/** The latest scheduled run at or before an instant. */
export function latestScheduledRun(calendar: ProductCalendar, instant: number): ScheduledRun {
  const twoDaysMs = 2 * 86_400_000;
  const latest = scheduledRunsBetween(calendar, instant - twoDaysMs, instant).at(-1);
  if (latest === undefined) throw new RangeError(`The calendar of ${calendar.product} schedules no runs.`);
  return latest;
}

/** The same daily schedule on the `days` days before `run`, oldest first: 12:05 yesterday, 12:05 the day before, ... */
export function earlierRunsOf(calendar: ProductCalendar, run: ScheduledRun, days: number): ScheduledRun[] {
  const relative = calendar.scheduledRuns.find((time) => instantFor(run.firstDay, time) === run.scheduledFor);
  if (relative === undefined) {
    throw new RangeError(
      `${new Date(run.scheduledFor).toISOString()} is not a scheduled run of ${calendar.product}.`,
    );
  }
  return Array.from({ length: days }, (_, i) => {
    const firstDay = addDays(run.firstDay, i - days);
    return { scheduledFor: instantFor(firstDay, relative), firstDay };
  });
}

/** The gate of a product that closes next after an instant, and the delivery day whose it is. */
export function nextGate(
  { gateClosure }: ProductCalendar,
  instant: number,
): { day: DeliveryDay; closesAt: number } {
  let day = deliveryDayOf(instant);
  while (instantFor(day, gateClosure) <= instant) day = addDays(day, 1);
  return { day, closesAt: instantFor(day, gateClosure) };
}

/** Whether a run answers its schedule, as opposed to an input that came between two. */
export function isScheduledRun(calendar: ProductCalendar, { firstDay, scheduledFor }: ScheduledRun): boolean {
  return calendar.scheduledRuns.some((time) => instantFor(firstDay, time) === scheduledFor);
}
