import { dayRange, weekdayOf } from '../src/market/delivery-day.ts';
import type { Panel } from '../src/data/panel.ts';
import { createNormal } from './random-problem.ts';

export const SLOTS = 4;

/** Prices that follow load, wind, the hour and the weekend, with noise of 1 EUR/MWh and a random walk from day to day. */
export function syntheticPanel(dayCount: number, seed = 3): Panel {
  const normal = createNormal(seed);
  const days = dayRange('2023-01-02', '2030-01-01').slice(0, dayCount);
  const size = dayCount * SLOTS;
  const load = Float64Array.from({ length: size }, () => 28_000 + 3000 * normal());
  const wind = Float64Array.from({ length: size }, () => 6000 + 2000 * normal());
  const price = new Float64Array(size);
  let level = 60;
  days.forEach((day, d) => {
    level += normal();
    const weekend = weekdayOf(day) >= 5 ? -8 : 0;
    for (let slot = 0; slot < SLOTS; slot++) {
      const at = d * SLOTS + slot;
      price[at] = level + weekend + 3 * slot + (load[at] - 28_000) / 300 - (wind[at] - 6000) / 400 + normal();
    }
  });
  return {
    days,
    slotsPerDay: SLOTS,
    price,
    exogenous: [
      { name: 'load.forecast', values: load },
      { name: 'wind.forecast', values: wind },
    ],
  };
}

/** The same on a level that steps by 8 EUR/MWh from day to day, which the panel's price signal announces; or does not. */
export function signalPanel(dayCount: number): { informed: Panel; plain: Panel } {
  const panel = syntheticPanel(dayCount);
  const normal = createNormal(17);
  const steps = Float64Array.from({ length: dayCount }, () => 8 * normal());
  let level = 0;
  const levels = steps.map((step) => (level = 0.9 * level + step));
  const values = panel.price.map((_, i) => steps[Math.floor(i / SLOTS)]);
  const plain = { ...panel, price: panel.price.map((price, i) => price + levels[Math.floor(i / SLOTS)]) };
  return { informed: { ...plain, signals: [{ name: 'price.later', values }] }, plain };
}

/** Prices that load and wind drive while supply is short, and that lie near zero, hardly moving, where it is not: a quarter of the slots. */
export function flooredPanel(dayCount: number): Panel {
  const panel = syntheticPanel(dayCount);
  const [load, wind] = panel.exogenous;
  const normal = createNormal(29);
  const price = load.values.map((value, i) => {
    const shortage = 15 + (value - 28_000) / 200 - (wind.values[i] - 6000) / 150 + 2 * normal();
    return shortage > 0 ? 20 + shortage : shortage / 20;
  });
  return { ...panel, price };
}

/**
 * Prices without inputs, on which Sundays are dear by 40 EUR/MWh, and so are holidays, if they are `festive`: every 19th day back from the
 * last one that is a working day.
 */
export function panelWithHolidays(dayCount: number, { festive }: { festive: boolean }): Panel {
  const panel = syntheticPanel(dayCount);
  const isHoliday = (day: string, row: number) => (dayCount - 1 - row) % 19 === 0 && weekdayOf(day) < 5;
  const holidays = new Set(panel.days.filter(isHoliday));
  const price = panel.price.map((value, i) => {
    const day = panel.days[Math.floor(i / SLOTS)];
    return weekdayOf(day) === 6 || (festive && holidays.has(day)) ? value + 40 : value;
  });
  return { ...panel, price, exogenous: [], holidays };
}

export function actualOf(panel: Panel, row: number): Float64Array {
  return panel.price.subarray(row * SLOTS, (row + 1) * SLOTS);
}

export function absoluteError(forecast: Float64Array, actual: Float64Array): number {
  return forecast.reduce((sum, value, slot) => sum + Math.abs(value - actual[slot]), 0) / actual.length;
}

/** A copy of the panel in which one input is not known on the given rows. */
export function without(panel: Panel, input: string, rows: number[]): Panel {
  const copy = structuredClone(panel);
  const values = input === 'price' ? copy.price : copy.exogenous.find(({ name }) => name === input)?.values;
  for (const row of rows) values?.fill(Number.NaN, row * SLOTS, (row + 1) * SLOTS);
  return copy;
}

export function rowsBetween(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
