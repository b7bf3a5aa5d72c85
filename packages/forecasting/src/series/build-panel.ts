import {
  addDays,
  type DeliveryDay,
  type DeliveryPeriod,
  dayRange,
  dayStart,
  deliveryPeriods,
} from '../calendar/delivery-day.ts';
import type { ExogenousColumn, Panel } from './panel.ts';

/** Local hours of a delivery day: the slots of a panel of the Spanish market. */
export const HOURS_PER_PANEL_DAY = 24;

/** Hourly values as known at one instant, by period start in epoch ms: a map, or `hourlyLookup`. */
export interface HourlyValues {
  get(start: number): number | undefined;
}

/**
 * The panel of the delivery days `from`..`to` (inclusive) from hourly values that were read as of one instant.
 * Days of 23 and 25 hours are levelled as `Panel` says.
 */
export function buildPanel(input: {
  from: DeliveryDay;
  to: DeliveryDay;
  price: HourlyValues;
  exogenous: { name: string; values: HourlyValues }[];
}): Panel {
  const days = dayRange(input.from, input.to);
  const periods = days.map((day) => deliveryPeriods(day, 'PT1H'));
  const exogenous: ExogenousColumn[] = input.exogenous.map(({ name, values }) => ({
    name,
    values: toSlots(periods, values),
  }));
  return { days, slotsPerDay: HOURS_PER_PANEL_DAY, price: toSlots(periods, input.price), exogenous };
}

/** The window of instants that `buildPanel` reads for the same days: `[from, to)`. */
export function panelWindow(from: DeliveryDay, to: DeliveryDay): { from: number; to: number } {
  return { from: dayStart(from), to: dayStart(addDays(to, 1)) };
}

/** `days` holds the delivery hours of each day. */
function toSlots(days: DeliveryPeriod[][], values: HourlyValues): Float64Array {
  const slots = new Float64Array(days.length * HOURS_PER_PANEL_DAY).fill(Number.NaN);
  days.forEach((periods, row) => {
    fillDay(slots.subarray(row * HOURS_PER_PANEL_DAY, (row + 1) * HOURS_PER_PANEL_DAY), periods, values);
  });
  return slots;
}

/** Each hour gets the mean of its known periods: of the two hours 2 of a 25-hour day, the one that is known will do. */
function fillDay(daySlots: Float64Array, periods: DeliveryPeriod[], values: HourlyValues): void {
  const counts = new Uint8Array(HOURS_PER_PANEL_DAY);
  for (const { start, hour } of periods) {
    const value = values.get(start);
    if (value === undefined) continue;
    daySlots[hour] = counts[hour] === 0 ? value : daySlots[hour] + value;
    counts[hour]++;
  }
  counts.forEach((count, hour) => {
    if (count > 1) daySlots[hour] /= count;
  });
  if (periods.length < HOURS_PER_PANEL_DAY) {
    const missing = periods.findIndex(({ hour, index }) => hour !== index);
    daySlots[missing] = (daySlots[missing - 1] + daySlots[missing + 1]) / 2;
  }
}
