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
  return slotsOfPanel(panel).filter(({ price }) => !Number.isNaN(price));
}

/** The slots of such a panel that have none. */
export function gapsOfPanel(panel: Panel): LocalPeriod[] {
  return slotsOfPanel(panel).filter(({ price }) => Number.isNaN(price));
}

function slotsOfPanel({ days, price, slotsPerDay }: Panel): ObservedPeriod[] {
  return Array.from(price, (ofSlot, i) => {
    const row = Math.floor(i / slotsPerDay);
    const slot = i % slotsPerDay;
    return { time: `${days[row]} ${startOfSlot(slot, slotsPerDay)}`, row, slot, price: ofSlot };
  });
}

function startOfSlot(slot: number, slotsPerDay: number): string {
  const minutes = (slot * 24 * 60) / slotsPerDay;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
