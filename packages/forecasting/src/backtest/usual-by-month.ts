import type { Panel } from '../data/panel.ts';

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
