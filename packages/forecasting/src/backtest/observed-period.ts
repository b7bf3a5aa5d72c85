import type { Panel } from '../data/panel.ts';

/** One real delivery period: what is forecast. A 25-hour day has two hours for one slot. */
export interface LocalPeriod {
  /** Local start, as the source writes it. */
  time: string;
  /** Day and slot of the panel that forecast this period. */
  row: number;
  slot: number;
  /** For a quarter hour its place in the hour of the slot, 0 to 3; the panel holds the means of hours. */
  quarter?: number | undefined;
}

/** One with its price: what a forecast is scored on. */
export interface ObservedPeriod extends LocalPeriod {
  price: number;
}

/** The periods of a panel whose grid is all there is: each slot that has a price. */
export function periodsOfPanel(panel: Panel): ObservedPeriod[] {
  const periods: ObservedPeriod[] = [];
  panel.price.forEach((price, i) => {
    if (Number.isNaN(price)) return;
    const row = Math.floor(i / panel.slotsPerDay);
    const slot = i % panel.slotsPerDay;
    periods.push({ time: `${panel.days[row]} ${startOfSlot(slot, panel.slotsPerDay)}`, row, slot, price });
  });
  return periods;
}

function startOfSlot(slot: number, slotsPerDay: number): string {
  const minutes = (slot * 24 * 60) / slotsPerDay;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
