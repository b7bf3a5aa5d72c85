import { dayNumber } from '../market/delivery-day.ts';
import type { PowerPanel } from './power-panel.ts';

/** Two years of seasons and the weeks before them that the first days look back on. */
export const POWER_HISTORY_DAYS = 730 + 28;
/** Days that one fit serves where many past days are forecast. */
export const DAY_AHEAD_FIT_DAYS = 28;
/** A forecast uses a year, and the weeks before its training days. */
const LOOK_BACK_DAYS = 400;

/** What a forecast of one row is learnt and made from. */
export interface DayAheadTask {
  learnFrom: PowerPanel;
  panel: PowerPanel;
  rows: number[];
}

/** What was known at noon of the day before a row, beyond what has been measured. */
export interface KnownAtNoon {
  /** The panel with its drivers as they were known then, where they are those of later. */
  seen?: PowerPanel | undefined;
  /** What had been published by then of the day before the row, by slot; NaN where nothing had. It counts as measured. */
  dayBefore?: ArrayLike<number> | undefined;
}

/**
 * How a row of a panel is forecast at noon of the day before: from what was measured up to the midnight before that noon, from what had been
 * published of that day, and from the drivers up to the day after the row. `learnFrom` is equal for the days that one fit serves.
 */
export function dayAheadTask(
  panel: PowerPanel,
  row: number,
  { seen = panel, dayBefore = [] }: KnownAtNoon = {},
): DayAheadTask {
  const fittedFor = row - (dayNumber(panel.days[row]) % DAY_AHEAD_FIT_DAYS);
  const part = partOf(seen, { from: row - LOOK_BACK_DAYS, row });
  const noonRow = part.days.indexOf(panel.days[row - 1]);
  // Part of a day would shift the hours that a forecast stands at.
  const isWhole = dayBefore.length === panel.slotsPerDay && Array.from(dayBefore).every(Number.isFinite);
  if (isWhole && noonRow >= 0) part.measured.set(dayBefore, noonRow * panel.slotsPerDay);
  return {
    learnFrom: partOf(panel, { from: fittedFor - POWER_HISTORY_DAYS, row: fittedFor }),
    panel: part,
    rows: [part.days.indexOf(panel.days[row])],
  };
}

/** The days from row `from` to the one after row `row`, as measured up to the midnight before the noon before row `row`. */
function partOf(panel: PowerPanel, { from, row }: { from: number; row: number }): PowerPanel {
  const { slotsPerDay } = panel;
  const first = Math.max(0, from);
  const cut = (values: Float64Array) => values.slice(first * slotsPerDay, (row + 2) * slotsPerDay);
  return {
    days: panel.days.slice(first, row + 2),
    slotsPerDay,
    measured: cut(panel.measured).fill(Number.NaN, Math.max(0, row - 1 - first) * slotsPerDay),
    drivers: panel.drivers.map((driver) => ({ ...driver, values: cut(driver.values) })),
  };
}
