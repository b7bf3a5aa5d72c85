import { weekdayOf } from '../calendar/delivery-day.ts';
import type { Panel } from './panel.ts';

const SUNDAY = 6;

/** The weekday that models take row `row` for, 0 = Monday ... 6 = Sunday: a holiday of the panel is a Sunday. */
export function weekdayOfRow({ days, holidays }: Panel, row: number): number {
  const day = days[row];
  return holidays?.has(day) === true ? SUNDAY : weekdayOf(day);
}
