import type { Panel } from '../data/panel.ts';

/**
 * The row that forecasting has to begin at so that `wanted` can be forecast: `wanted` itself, or the first of the rows just
 * before it whose prices are not completely known (late auction results, for example).
 */
export function firstUnknownRow(panel: Panel, wanted: number): number {
  const { price, slotsPerDay } = panel;
  let row = wanted;
  while (
    row > 0 &&
    price.subarray((row - 1) * slotsPerDay, row * slotsPerDay).some((value) => Number.isNaN(value))
  )
    row--;
  return row;
}
