import type { IntradayPanel } from './intraday-panel.ts';

/** A column by name: its value at a row and slot of the panel, from what is known before the auction of that row. */
export interface Feature {
  name: string;
  at: (row: number, slot: number) => number;
}

/** A column by row and slot: NaN before the first row, the nearest slot of `clampTo` beyond its ends. */
export function reader(
  { slotsPerDay }: IntradayPanel,
  column: Float64Array,
  { clampTo: [first, end] }: { clampTo: [number, number] },
): (row: number, slot: number) => number {
  return (row, slot) =>
    row < 0 ? Number.NaN : column[row * slotsPerDay + Math.min(end - 1, Math.max(first, slot))];
}
