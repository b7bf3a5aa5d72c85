import { type DeliveryDay, weekdayOf } from '@lonja/forecasting/market';
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
] as const;
export type HourGrouping = (typeof HOUR_GROUPINGS)[number];

interface GroupableHour {
  day: DeliveryDay;
  hour: number;
  leadDay: number;
  modelVersionId: string;
}

/** The groups in natural order: hours from 0, weekdays from Monday, days and months by time. */
export function groupHours<H extends GroupableHour>(
  hours: readonly H[],
  groupBy: HourGrouping | undefined,
): { group: string; hours: H[] }[] {
  const groups = Map.groupBy(hours, (hour) => keyOf(hour, groupBy));
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, ofGroup]) => ({ group: nameOf(key, groupBy), hours: ofGroup }));
}

/** A text that sorts as the group does. */
function keyOf(hour: GroupableHour, groupBy: HourGrouping | undefined): string {
  switch (groupBy) {
    case undefined:
      return 'all';
    case 'hour':
      return padded(hour.hour);
    case 'weekday':
      return padded(weekdayOf(hour.day));
    case 'day':
    case 'week':
    case 'month':
    case 'year':
      return periodOf(hour.day, groupBy);
    case 'lead_day':
      return padded(hour.leadDay);
    case 'model_version':
      return hour.modelVersionId;
  }
}

function nameOf(key: string, groupBy: HourGrouping | undefined): string {
  if (groupBy === 'weekday') return WEEKDAYS[Number(key)];
  return groupBy === 'hour' || groupBy === 'lead_day' ? String(Number(key)) : key;
}

function padded(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
