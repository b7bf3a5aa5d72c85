import type { Panel } from '../data/panel.ts';

/**
 * The panel as a forecaster of row `target` may see it: rows up to `lastRow`, with every price from `target` on replaced
 * by NaN and every price signal of later days by 0. The exogenous columns are shared, not copied.
 */
export function maskFuturePrices(panel: Panel, target: number, lastRow: number): Panel {
  const { slotsPerDay } = panel;
  const rows = lastRow + 1;
  const end = rows * slotsPerDay;
  return {
    days: panel.days.slice(0, rows),
    slotsPerDay,
    holidays: panel.holidays,
    price: panel.price.slice(0, end).fill(Number.NaN, target * slotsPerDay),
    exogenous: panel.exogenous.map(({ name, values }) => ({ name, values: values.subarray(0, end) })),
    signals: panel.signals?.map(({ name, values }) => ({
      name,
      values: values.slice(0, end).fill(0, (target + 1) * slotsPerDay),
    })),
  };
}

/** The panel with inputs replaced by NaN on days from row `target` on: those that are named for each day ahead. */
export function maskInputs(panel: Panel, target: number, unknown: readonly string[][] = []): Panel {
  if (unknown.every((names) => names.length === 0)) return panel;
  const { slotsPerDay } = panel;
  return {
    ...panel,
    exogenous: panel.exogenous.map(({ name, values }) => {
      const masked = values.slice();
      unknown.forEach((names, lead) => {
        const start = (target + lead) * slotsPerDay;
        if (names.includes(name)) masked.fill(Number.NaN, start, start + slotsPerDay);
      });
      return { name, values: masked };
    }),
  };
}
