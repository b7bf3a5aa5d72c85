import { type DeliveryDay, dayNumber, dayOfNumber, weekdayOf } from '../market/delivery-day.ts';
import { easterSunday, isNationalHoliday } from '../market/holidays.ts';
import { capacityOf } from './capacity.ts';
import { type Grid, slowNoise, yearPhase } from './grid.ts';
import { type DayKind, profileOfHour } from './load-profile.ts';
import { smoothKernel } from './noise.ts';
import { type ByVintage, mapVintages, withNews } from './vintages.ts';
import type { Weather } from './weather.ts';

/** Relative to load. */
const LOAD_NEWS = { tso: 0.004, da: 0.005, ida1: 0.005, ida2: 0.005, ida3: 0.005, actual: 0.008 };
const HEATING_BELOW_C = 15.5;
const COOLING_ABOVE_C = 21.5;
const HEATING_PER_C = 0.022;
const COOLING_PER_C = 0.035;

/** Load of the peninsula in MW: calendar times heating and cooling, as each vintage expects it. */
export function simulateLoad(grid: Grid, weather: Weather): ByVintage {
  const activity = slowNoise(grid, 'load.activity', smoothKernel(3));
  const calendar = calendarLoad(grid);
  const scale = Float64Array.from(grid.localHour, (hour) => (hour >= 9 && hour <= 20 ? 1.2 : 0.75));
  const base = calendar.map((_, i) => 0.014 * activity[i]);
  const behaviour = withNews(grid, 'load.news', base, LOAD_NEWS, scale);
  return mapVintages((vintage) => {
    const felt = weather.temperatureC[vintage].map((_, i, all) => meanOfDayBefore(all, i));
    return calendar.map(
      (load, i) => load * Math.exp(behaviour[vintage][i]) * (1 + temperatureResponse(felt[i])),
    );
  });
}

function calendarLoad(grid: Grid): Float64Array {
  const kinds: DayKind[] = [];
  const levels = new Float64Array(grid.dayCount);
  for (let d = 0; d < grid.dayCount; d++) {
    const day = dayOfNumber(grid.firstDay + d);
    kinds.push(kindOf(day));
    levels[d] = 0.985 * capacityOf(grid.firstDay + d).meanLoadMw * levelOf(day);
  }
  return Float64Array.from({ length: grid.hourCount }, (_, i) => {
    const d = grid.localDay[i] - grid.firstDay;
    const summerShare = 0.5 - 0.5 * Math.cos(yearPhase(grid.localDay[i]) - 0.35);
    return levels[d] * profileOfHour(kinds[d], summerShare, grid.localHour[i]);
  });
}

function kindOf(day: DeliveryDay): DayKind {
  const weekday = weekdayOf(day);
  if (weekday === 6 || isNationalHoliday(day)) return 'sunday';
  if (weekday === 5) return 'saturday';
  return weekday === 0 ? 'monday' : 'workday';
}

/** Mean load of a day over that of an ordinary Tuesday, before weather. */
function levelOf(day: DeliveryDay): number {
  return weekdayLevel(day) * vacationLevel(day);
}

function weekdayLevel(day: DeliveryDay): number {
  const weekday = weekdayOf(day);
  if (weekday === 6) return 0.82;
  if (isNationalHoliday(day)) return weekday === 5 ? 0.85 : 0.84;
  if (weekday === 5) return 0.877;
  if (isBridge(day)) return 0.93;
  if (weekday === 0) return 0.97;
  return weekday === 4 ? 0.988 : 1;
}

/** A working Monday before a holiday or a working Friday after one. */
function isBridge(day: DeliveryDay): boolean {
  const weekday = weekdayOf(day);
  const number = dayNumber(day);
  if (weekday === 0) return isNationalHoliday(dayOfNumber(number + 1));
  return weekday === 4 && isNationalHoliday(dayOfNumber(number - 1));
}

function vacationLevel(day: DeliveryDay): number {
  const date = day.slice(5);
  if (date >= '12-23' || date <= '01-05') return 0.92;
  if (date >= '08-03' && date <= '08-25') return 0.94;
  const daysToEaster = dayNumber(easterSunday(Number(day.slice(0, 4)))) - dayNumber(day);
  return daysToEaster >= -1 && daysToEaster <= 4 ? 0.94 : 1;
}

/** Buildings follow the temperature of the last day rather than of the hour. */
function meanOfDayBefore(temperatureC: Float64Array, i: number): number {
  let total = 0;
  for (let k = 0; k < 24; k++) total += temperatureC[Math.max(0, i - k)];
  return total / 24;
}

function temperatureResponse(feltC: number): number {
  return (
    HEATING_PER_C * softExcess(HEATING_BELOW_C - feltC) + COOLING_PER_C * softExcess(feltC - COOLING_ABOVE_C)
  );
}

/** `max(0, x)` rounded off over a degree or two. */
function softExcess(x: number): number {
  return Math.log(1 + Math.exp(1.2 * x)) / 1.2;
}
