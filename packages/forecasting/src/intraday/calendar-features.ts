import { addDays, dayNumber, weekdayOf } from '../market/delivery-day.ts';
import { isFreeDay } from '../data/panel.ts';
import type { Feature } from './feature.ts';
import type { IntradayPanel } from './intraday-panel.ts';

/** A number beside those of the weekdays. */
const HOLIDAY = 7;

export function calendarFeatures({ days, holidays }: IntradayPanel): Feature[] {
  const weekdays = days.map(weekdayOf);
  const isFree = [addDays(days[0], -1), ...days, addDays(days[days.length - 1], 1)].map((day) =>
    isFreeDay(day, holidays),
  );
  const daysOfYear = days.map((day) => dayNumber(day) - dayNumber(`${day.slice(0, 4)}-01-01`));
  return [
    { name: 'weekday', at: (row) => weekdays[row] },
    { name: 'weekday or holiday', at: (row) => (holidays.has(days[row]) ? HOLIDAY : weekdays[row]) },
    { name: 'free the day before', at: (row) => Number(isFree[row]) },
    { name: 'free the day after', at: (row) => Number(isFree[row + 2]) },
    { name: 'day of the year', at: (row) => daysOfYear[row] },
  ];
}
