import {
  addDays,
  type DeliveryDay,
  type DeliveryPeriod,
  dayRange,
  dayStart,
  dayStarts,
  deliveryPeriods,
} from '../market/delivery-day.ts';
import { DAY_MS, HOUR_MS } from '../market/madrid-time.ts';
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
  const span = panelDays(input.from, input.to);
  const exogenous: ExogenousColumn[] = input.exogenous.map(({ name, values }) => ({
    name,
    values: panelColumn(span, values),
  }));
  return {
    days: span.days,
    slotsPerDay: HOURS_PER_PANEL_DAY,
    price: panelColumn(span, input.price),
    exogenous,
  };
}

/** The delivery days of a panel. */
export interface PanelDays {
  days: DeliveryDay[];
  /** Of each day and of the one after the last, epoch ms. */
  starts: Float64Array;
}

/** The delivery days `from`..`to` (inclusive), for several columns of them. */
export function panelDays(from: DeliveryDay, to: DeliveryDay): PanelDays {
  const days = dayRange(from, to);
  return { days, starts: dayStarts(from, days.length + 1) };
}

/** A column of a panel from hourly values, as `buildPanel` has it. */
export function panelColumn({ days, starts }: PanelDays, values: HourlyValues): Float64Array {
  const slots = new Float64Array(days.length * HOURS_PER_PANEL_DAY).fill(Number.NaN);
  for (let row = 0; row < days.length; row++) {
    const first = row * HOURS_PER_PANEL_DAY;
    if (starts[row + 1] - starts[row] === DAY_MS) {
      for (let hour = 0; hour < HOURS_PER_PANEL_DAY; hour++) {
        slots[first + hour] = values.get(starts[row] + hour * HOUR_MS) ?? Number.NaN;
      }
    } else {
      const daySlots = slots.subarray(first, first + HOURS_PER_PANEL_DAY);
      fillLevelled(daySlots, deliveryPeriods(days[row], 'PT1H'), values);
    }
  }
  return slots;
}

/** The window of instants that `buildPanel` reads for the same days: `[from, to)`. */
export function panelWindow(from: DeliveryDay, to: DeliveryDay): { from: number; to: number } {
  return { from: dayStart(from), to: dayStart(addDays(to, 1)) };
}

/** A day of a clock change: each hour gets the mean of its known periods: of the two hours 2 of a 25-hour day, the one that is known will do. */
function fillLevelled(daySlots: Float64Array, periods: DeliveryPeriod[], values: HourlyValues): void {
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
