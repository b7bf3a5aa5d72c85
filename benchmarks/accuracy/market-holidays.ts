import { type DeliveryDay, addDays, easterSunday, weekdayOf } from '@lonja/forecasting/market';

/** Weekdays, 0 = Monday. */
const MONDAY = 0;
const THURSDAY = 3;
const SATURDAY = 5;
const SUNDAY = 6;

/** The legal public holidays of France. */
export function frenchHolidays(year: number): DeliveryDay[] {
  const easter = easterSunday(year);
  const fixed = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];
  return [...onDates(year, fixed), ...[1, 39, 50].map((days) => addDays(easter, days))];
}

/** Public holidays of at least three of Norway, Sweden, Denmark and Finland. */
export function nordicHolidays(year: number): DeliveryDay[] {
  const easter = easterSunday(year);
  return [
    ...onDates(year, ['01-01', '05-01', '12-25', '12-26']),
    ...[-2, 1, 39].map((days) => addDays(easter, days)),
  ];
}

/** The six holidays that power markets of the United States keep (NERC), with the working day on which one of a weekend is observed. */
export function americanHolidays(year: number): DeliveryDay[] {
  return [
    ...onDates(year, ['01-01', '07-04', '12-25']).flatMap(observed),
    lastOf(year, '05', MONDAY),
    firstFrom(`${year}-09-01`, MONDAY),
    firstFrom(`${year}-11-22`, THURSDAY),
  ];
}

/** A function that finds the holidays among days, by those of each year. */
export function holidaysAmong(
  ofYear: (year: number) => DeliveryDay[],
): (days: DeliveryDay[]) => ReadonlySet<DeliveryDay> {
  return (days) => {
    const years = new Set(days.map((day) => Number(day.slice(0, 4))));
    const all = new Set([...years].flatMap(ofYear));
    return new Set(days.filter((day) => all.has(day)));
  };
}

function onDates(year: number, dates: string[]): DeliveryDay[] {
  return dates.map((date) => `${year}-${date}`);
}

function observed(day: DeliveryDay): DeliveryDay[] {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return [addDays(day, -1), day];
  return weekday === SUNDAY ? [day, addDays(day, 1)] : [day];
}

/** The first such weekday from a day on. */
function firstFrom(day: DeliveryDay, weekday: number): DeliveryDay {
  return addDays(day, (weekday - weekdayOf(day) + 7) % 7);
}

/** The last such weekday of a month of 31 days. */
function lastOf(year: number, month: string, weekday: number): DeliveryDay {
  return firstFrom(`${year}-${month}-25`, weekday);
}
