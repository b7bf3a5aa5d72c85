import { type DeliveryDay, addDays, dayOfNumber } from './delivery-day.ts';

/** Holidays kept in the whole of Spain on a fixed date, `MM-DD`. */
const FIXED_HOLIDAYS = new Map([
  ['01-01', 'Año Nuevo'],
  ['01-06', 'Epifanía del Señor'],
  ['05-01', 'Fiesta del Trabajo'],
  ['08-15', 'Asunción de la Virgen'],
  ['10-12', 'Fiesta Nacional de España'],
  ['11-01', 'Todos los Santos'],
  ['12-06', 'Día de la Constitución'],
  ['12-08', 'Inmaculada Concepción'],
  ['12-25', 'Natividad del Señor'],
]);

/** The name of the Spanish national holiday on a day, or undefined. Regional and substitute days are not included. */
export function findNationalHoliday(day: DeliveryDay): string | undefined {
  const fixed = FIXED_HOLIDAYS.get(day.slice(5));
  if (fixed !== undefined) return fixed;
  return addDays(easterSunday(Number(day.slice(0, 4))), -2) === day ? 'Viernes Santo' : undefined;
}

/** Whether a day is a national holiday of a fixed date: each of them but Good Friday. */
export function isFixedNationalHoliday(day: DeliveryDay): boolean {
  return FIXED_HOLIDAYS.has(day.slice(5));
}

export function isNationalHoliday(day: DeliveryDay): boolean {
  return findNationalHoliday(day) !== undefined;
}

/** Those of the days that are national holidays, for a panel of the Spanish market. */
export function nationalHolidaysAmong(days: DeliveryDay[]): ReadonlySet<DeliveryDay> {
  return new Set(days.filter(isNationalHoliday));
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
