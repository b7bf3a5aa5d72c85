import { addDays } from './madrid-time.ts';

/** The same day some months on, or the last of a month that has no such day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** The weeks that the month of a day lies in, each of seven days from Monday on; those of the months beside it too. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const monday = addDays(first, -weekdayOf(first));
  const days = weekdayOf(first) + Number(addDays(addMonths(first, 1), -1).slice(8));
  return Array.from({ length: Math.ceil(days / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, index) => addDays(monday, week * 7 + index)),
  );
}

/** 0 is Monday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function isoDay(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 10);
}
