import { addDays, type DeliveryDay, dayNumber, weekdayOf } from '../market/delivery-day.ts';
import { easterSunday, isNationalHoliday } from '../market/holidays.ts';
import type { PowerFeature } from './power-model.ts';
import type { PowerPanel } from './power-panel.ts';

const DAYS_A_YEAR = 365.2422;

/** Hour, time of year and kind of day. */
export function calendarFeatures({ days }: PowerPanel): PowerFeature[] {
  const ofDay = (name: string, value: (day: DeliveryDay) => number): PowerFeature => {
    const values = Float64Array.from(days, value);
    return { name, at: ({ row }) => values[row] };
  };
  const phase = (day: DeliveryDay) => (2 * Math.PI * dayNumber(day)) / DAYS_A_YEAR;
  return [
    { name: 'slot', at: (_, slot) => slot },
    ofDay('winter', (day) => Math.cos(phase(day))),
    ofDay('spring', (day) => Math.sin(phase(day))),
    ofDay('weekday', weekdayOf),
    ofDay('rest', restOf),
    ofDay('rest the day before', (day) => restOf(addDays(day, -1))),
    ofDay('rest the day after', (day) => restOf(addDays(day, 1))),
    ofDay('vacation', vacationOf),
  ];
}

/** 0 on a working day, 1 on a Saturday, 2 on a Sunday, 3 on a national holiday. */
export function restOf(day: DeliveryDay): number {
  if (isNationalHoliday(day)) return 3;
  return Math.max(0, weekdayOf(day) - 4);
}

/** 1 around Christmas, 2 in the week before Easter Monday, 3 in August, else 0. */
function vacationOf(day: DeliveryDay): number {
  const date = day.slice(5);
  if (date >= '12-22' || date <= '01-07') return 1;
  const toEaster = dayNumber(easterSunday(Number(day.slice(0, 4)))) - dayNumber(day);
  if (toEaster >= -1 && toEaster <= 7) return 2;
  return date >= '08-01' && date <= '08-31' ? 3 : 0;
}
