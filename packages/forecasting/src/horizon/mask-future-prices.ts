import type { Panel } from '../series/panel.ts';

/**
 * The panel as a forecaster of row `target` may see it: rows up to `lastRow`, with every price from `target` on replaced
 * by NaN. The exogenous columns are shared, not copied.
 */
export function maskFuturePrices(panel: Panel, target: number, lastRow: number): Panel {
  const rows = lastRow + 1;
  const price = panel.price.slice(0, rows * panel.slotsPerDay).fill(Number.NaN, target * panel.slotsPerDay);
  return {
    days: panel.days.slice(0, rows),
    slotsPerDay: panel.slotsPerDay,
    price,
    exogenous: panel.exogenous.map(({ name, values }) => ({
      name,
      values: values.subarray(0, rows * panel.slotsPerDay),
    })),
  };
}
