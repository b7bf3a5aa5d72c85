import { groupBy } from '../data/group-by.ts';
import { addDays, daysBetween, type DeliveryDay, weekdayOf } from '../market/delivery-day.ts';
import { meanOf } from './price-summary.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** Wide enough for every key that sorts by number. */
const DIGITS = 2;

/** What hours can be grouped by; without one they are one group, `all`. */
export const HOUR_GROUPINGS = [
  'hour',
  'weekday',
  'day',
  'week',
  'month',
  'year',
  'lead_day',
  'model_version',
  'price_level',
] as const;
/** A way to group hours. */
export type HourGrouping = (typeof HOUR_GROUPINGS)[number];

interface GroupableHour {
  day: DeliveryDay;
  hour: number;
  leadDay: number;
  modelVersionId: string;
  /** Cleared, EUR/MWh. */
  price: number;
}

/** Means of a delivery day, EUR/MWh, at which its group of `price_level` ends; the last group has no end. */
const PRICE_LEVELS = [0, 25, 50, 75, 100, 150, 200, 300];

/** The groups in natural order: hours from 0, weekdays from Monday, days and months by time, the mean prices of delivery days from the lowest. */
export function groupHours<H extends GroupableHour>(
  hours: readonly H[],
  grouping: HourGrouping | undefined,
): { group: string; hours: H[] }[] {
  const groups = groupBy(hours, keysOf(hours, grouping));
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, ofGroup]) => ({ group: nameOf(key, grouping), hours: ofGroup }));
}

/** Gives of an hour a text that sorts as its group does. */
function keysOf(
  hours: readonly GroupableHour[],
  grouping: HourGrouping | undefined,
): (hour: GroupableHour) => string {
  switch (grouping) {
    case undefined:
      return () => 'all';
    case 'hour':
      return ({ hour }) => padded(hour);
    case 'weekday':
      return ({ day }) => padded(weekdayOf(day));
    case 'day':
    case 'week':
    case 'month':
    case 'year':
      return ({ day }) => periodOf(day, grouping);
    case 'lead_day':
      return ({ leadDay }) => padded(leadDay);
    case 'model_version':
      return ({ modelVersionId }) => modelVersionId;
    case 'price_level': {
      const levels = levelsOfDays(hours);
      return ({ day }) => padded(levels.get(day) ?? 0);
    }
  }
}

/** The place of each day's mean price among the levels. */
function levelsOfDays(hours: readonly GroupableHour[]): Map<DeliveryDay, number> {
  const days = groupBy(hours, ({ day }) => day);
  return new Map(
    [...days].map(([day, ofDay]) => {
      const mean = meanOf(ofDay.map(({ price }) => price));
      const place = PRICE_LEVELS.findIndex((end) => mean < end);
      return [day, place < 0 ? PRICE_LEVELS.length : place];
    }),
  );
}

function levelName(place: number): string {
  if (place === 0) return `below ${PRICE_LEVELS[0]}`;
  const from = PRICE_LEVELS[place - 1];
  return place === PRICE_LEVELS.length ? `${from} and above` : `${from} to ${PRICE_LEVELS[place]}`;
}

function nameOf(key: string, grouping: HourGrouping | undefined): string {
  if (grouping === 'weekday') return WEEKDAYS[Number(key)];
  if (grouping === 'price_level') return levelName(Number(key));
  return grouping === 'hour' || grouping === 'lead_day' ? String(Number(key)) : key;
}

function padded(number: number): string {
  return String(number).padStart(DIGITS, '0');
}

/** The periods that figures of prices are given for. */
export const PRICE_PERIODS = ['day', 'week', 'month', 'year'] as const;
/** A length of the calendar. */
export type PricePeriod = (typeof PRICE_PERIODS)[number];

/** The name of the period that a day lies in: `2026-03-31`, `2026-W14` (ISO 8601), `2026-03`, `2026`. */
export function periodOf(day: DeliveryDay, period: PricePeriod): string {
  switch (period) {
    case 'day':
      return day;
    case 'week':
      return isoWeekOf(day);
    case 'month':
      return day.slice(0, 7);
    case 'year':
      return day.slice(0, 4);
  }
}

/** A week belongs to the year that its Thursday lies in. */
function isoWeekOf(day: DeliveryDay): string {
  const thursday = addDays(day, 3 - weekdayOf(day));
  const year = thursday.slice(0, 4);
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
