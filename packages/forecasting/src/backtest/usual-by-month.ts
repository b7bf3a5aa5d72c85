import { HOURS_PER_PANEL_DAY } from '../data/build-panel.ts';
import type { Panel } from '../data/panel.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';

/**
 * What a measure of the price was on average in the past: for each row of the panel and slot the mean over the same month of earlier years
 * and over earlier days of the month, in that slot; over all earlier days where there is no such day, and 0 where there is no day at all.
 */
export function usualByMonth(
  { days, slotsPerDay, price }: Pick<Panel, 'days' | 'slotsPerDay' | 'price'>,
  measure: (price: number) => number,
): (row: number, slot: number) => number {
  const sumsBefore = (keyOf: (row: number) => string) => {
    const sums = new Map<string, { sum: number; known: number }>();
    return days.map((_, row) => {
      return Array.from({ length: slotsPerDay }, (_unused, slot) => {
        const key = `${keyOf(row)} ${slot}`;
        const before = sums.get(key) ?? { sum: 0, known: 0 };
        const value = price[row * slotsPerDay + slot];
        if (!Number.isNaN(value))
          sums.set(key, { sum: before.sum + measure(value), known: before.known + 1 });
        return before;
      });
    });
  };
  const ofMonth = sumsBefore((row) => days[row].slice(5, 7));
  const ofAll = sumsBefore(() => '');
  return (row, slot) => {
    const { sum, known } = ofMonth[row][slot].known > 0 ? ofMonth[row][slot] : ofAll[row][slot];
    return known === 0 ? 0 : sum / known;
  };
}

/** The hourly prices of a delivery day by local hour, and since when (epoch ms) all of them were public. */
export interface PublicDay {
  day: DeliveryDay;
  publicAt: number;
  prices: Float64Array;
}

/**
 * The usual price of a local hour, by month, for whoever asked at an instant (epoch ms) for a delivery day: of the days that were public by then.
 * `asked` are the questions; the function that is given takes the place of one of them and an hour. Of equal instants questions come first.
 */
export function usualWhenPublic(
  known: readonly PublicDay[],
  asked: readonly { day: DeliveryDay; at: number }[],
): (place: number, hour: number) => number {
  const rows = [
    ...asked.map(({ day, at }, place) => ({ day, at, prices: undefined, place })),
    ...known.map(({ day, publicAt, prices }) => ({ day, at: publicAt, prices, place: -1 })),
  ].toSorted((a, b) => a.at - b.at);
  const price = new Float64Array(rows.length * HOURS_PER_PANEL_DAY).fill(Number.NaN);
  const rowOfPlace = new Map<number, number>();
  rows.forEach(({ prices, place }, row) => {
    if (prices === undefined) rowOfPlace.set(place, row);
    else price.set(prices, row * HOURS_PER_PANEL_DAY);
  });
  const days = rows.map(({ day }) => day);
  const usual = usualByMonth({ days, slotsPerDay: HOURS_PER_PANEL_DAY, price }, (value) => value);
  return (place, hour) => usual(rowOfPlace.get(place) ?? 0, hour);
}
