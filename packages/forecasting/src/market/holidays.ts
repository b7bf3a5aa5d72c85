import { type DeliveryDay, addDays, dayOfNumber } from './delivery-day.ts';
import { IBERIA } from './iberia.ts';
import { MARKETS } from './installed-markets.ts';
import type { Holiday } from './market.ts';

/** The name of the national holiday of the market on a day, or undefined. */
export function findNationalHoliday(day: DeliveryDay): string | undefined {
  return holidayAmong(MARKETS[0].holidays, day)?.name;
}

/** Whether a day is a national holiday of Spain of a fixed date: each of them but Good Friday. Tariffs are those of Spain. */
export function isFixedNationalHoliday(day: DeliveryDay): boolean {
  const holiday = holidayAmong(IBERIA[0].holidays, day);
  return holiday !== undefined && 'date' in holiday;
}

export function isNationalHoliday(day: DeliveryDay): boolean {
  return findNationalHoliday(day) !== undefined;
}

/** Those of the days that are national holidays, for a panel of the market. */
export function nationalHolidaysAmong(days: DeliveryDay[]): ReadonlySet<DeliveryDay> {
  return new Set(days.filter(isNationalHoliday));
}

function holidayAmong(holidays: readonly Holiday[], day: DeliveryDay): Holiday | undefined {
  return holidays.find((holiday) => {
    if ('date' in holiday) return holiday.date === day.slice(5);
    if ('day' in holiday) return holiday.day === day;
    return addDays(easterSunday(Number(day.slice(0, 4))), holiday.fromEaster) === day;
  });
}

/** Easter Sunday of a Gregorian year, by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): DeliveryDay {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const dayOfMonth = ((h + l - 7 * m + 114) % 31) + 1;
  return dayOfNumber(Date.UTC(year, month - 1, dayOfMonth) / 86_400_000);
}
