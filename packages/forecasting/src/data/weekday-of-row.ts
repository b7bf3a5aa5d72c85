import { type DeliveryDay, weekdayOf } from '../market/delivery-day.ts';
import type { Panel } from './panel.ts';

const SATURDAY = 5;
const SUNDAY = 6;

/** The weekday that models take row `row` for, 0 = Monday ... 6 = Sunday: a holiday of the panel is a Sunday. */
export function weekdayOfRow({ days, holidays }: Panel, row: number): number {
  const day = days[row];
  return holidays?.has(day) === true ? SUNDAY : weekdayOf(day);
}

/** Whether a day is of a weekend or a holiday. */
export function isFreeDay(day: DeliveryDay, holidays?: ReadonlySet<DeliveryDay>): boolean {
  return holidays?.has(day) === true || weekdayOf(day) >= SATURDAY;
}
