import { type DeliveryDay, weekdayOf } from '@lonja/forecasting/market';
import { meanOf } from '@lonja/forecasting/metrics';
import { periodOf } from './price-period.ts';

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
  groupBy: HourGrouping | undefined,
): { group: string; hours: H[] }[] {
  const groups = Map.groupBy(hours, keysOf(hours, groupBy));
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, ofGroup]) => ({ group: nameOf(key, groupBy), hours: ofGroup }));
}

/** Gives of an hour a text that sorts as its group does. */
function keysOf(
  hours: readonly GroupableHour[],
  groupBy: HourGrouping | undefined,
): (hour: GroupableHour) => string {
  switch (groupBy) {
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
      return ({ day }) => periodOf(day, groupBy);
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
  const days = Map.groupBy(hours, ({ day }) => day);
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

function nameOf(key: string, groupBy: HourGrouping | undefined): string {
  if (groupBy === 'weekday') return WEEKDAYS[Number(key)];
  if (groupBy === 'price_level') return levelName(Number(key));
  return groupBy === 'hour' || groupBy === 'lead_day' ? String(Number(key)) : key;
}

function padded(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
