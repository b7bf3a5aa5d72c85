import type { DesignMatrix } from '../features/design-matrix.ts';
import type { DayForecasts } from '../models/gaussian-process.ts';
import { calendarFeatures } from './calendar-features.ts';
import type { FitCache } from '../kernel/fit-cache.ts';
import { type Feature, reader } from './feature.ts';
import { type IntradayPanel, referenceOf, spreadsOf } from './intraday-panel.ts';
import { keptAnalogueSpreads } from './kept-analogue-spreads.ts';
import { gasFeatures, levelFeatures, surpriseFeatures } from './reference-features.ts';
import { dayMeans, NO_SPREAD, pastMeans } from './spread-history.ts';

const MEAN_WEIGHTS = [0.3, 0.07];
const DAY_MEAN_WEIGHT = 0.2;

/** Last days whose hours without a spread are counted, of the slot and of all slots. */
const NIL_DAYS_OF_SLOT = 28;
const NIL_DAYS = 14;

/**
 * Features of every covered slot of the given rows, row by row. Of the auction itself they know only the days before, of
 * earlier auctions and of the exogenous inputs the day itself too; `expected` are the reference prices that days before each row let
 * expect of it. Unknown ones are NaN.
 */
export function spreadFeatures(
  panel: IntradayPanel,
  rows: readonly number[],
  cache: FitCache,
  expected: DayForecasts = new Map(),
): DesignMatrix {
  const features = featuresOf(panel, expected, cache);
  const slots = panel.toSlot - panel.fromSlot;
  const length = rows.length * slots;
  const values = new Float64Array(features.length * length);
  features.forEach(({ at }, column) => {
    rows.forEach((row, i) => {
      for (let slot = 0; slot < slots; slot++) {
        values[column * length + i * slots + slot] = at(row, panel.fromSlot + slot);
      }
    });
  });
  return { columns: features.map(({ name }) => name), rows: length, values };
}

function featuresOf(panel: IntradayPanel, expected: DayForecasts, cache: FitCache): Feature[] {
  const reference = referenceOf(panel);
  const spreads = spreadsOf(panel);
  return [
    ...levelFeatures(panel, reference),
    ...surpriseFeatures(panel, reference, expected),
    ...gasFeatures(panel, reference),
    ...spreadHistory(panel, spreads, reference, cache),
    ...nilSpreads(panel, spreads),
    ...earlierSteps(panel),
    ...exogenousFeatures(panel),
    ...changeFeatures(panel),
    ...panel.daily.map(({ name, values }) => ({ name, at: (row: number) => values[row] })),
    { name: 'slot', at: (_, slot) => slot },
    ...calendarFeatures(panel),
  ];
}

/** How often the auction recently cleared at the price of the one before. */
function nilSpreads(
  { days, slotsPerDay, fromSlot, toSlot }: IntradayPanel,
  spreads: Float64Array,
): Feature[] {
  const nil = countsBefore(spreads, slotsPerDay, (spread) => Math.abs(spread) < NO_SPREAD);
  const known = countsBefore(spreads, slotsPerDay, (spread) => !Number.isNaN(spread));
  const shareOfNil = (row: number, lastDays: number, slots: [from: number, to: number]) => {
    const first = Math.max(0, row - lastDays);
    const within = (counts: Float64Array) => {
      let sum = 0;
      for (let slot = slots[0]; slot < slots[1]; slot++) {
        sum += counts[row * slotsPerDay + slot] - counts[first * slotsPerDay + slot];
      }
      return sum;
    };
    return within(nil) / within(known);
  };
  const ofAllSlots = days.map((_, row) => shareOfNil(row, NIL_DAYS, [fromSlot, toSlot]));
  return [
    {
      name: 'nil spreads of the slot',
      at: (row, slot) => shareOfNil(row, NIL_DAYS_OF_SLOT, [slot, slot + 1]),
    },
    { name: 'nil spreads', at: (row) => ofAllSlots[row] },
  ];
}

/** How many values of each slot were so in the rows before each row. */
function countsBefore(
  values: Float64Array,
  slotsPerDay: number,
  isSo: (value: number) => boolean,
): Float64Array {
  const counts = new Float64Array(values.length);
  for (let i = slotsPerDay; i < values.length; i++) {
    counts[i] = counts[i - slotsPerDay] + Number(isSo(values[i - slotsPerDay]));
  }
  return counts;
}

function spreadHistory(
  panel: IntradayPanel,
  spreads: Float64Array,
  reference: Float64Array,
  cache: FitCache,
): Feature[] {
  const { slotsPerDay, fromSlot, toSlot } = panel;
  const look = reader(panel, spreads, { clampTo: [fromSlot, toSlot] });
  const mean = dayMeans(spreads, slotsPerDay, fromSlot, toSlot);
  const evening = dayMeans(spreads, slotsPerDay, Math.max(fromSlot, Math.floor(0.75 * slotsPerDay)), toSlot);
  const means = Float64Array.from(panel.days, (_, row) => mean(row));
  const pastMean = pastMeans(means, 1, DAY_MEAN_WEIGHT);
  return [
    ...[-1, 0, 1].map((step) => ({
      name: `spread a day ago[${step}]`,
      at: (row: number, slot: number) => look(row - 1, slot + step),
    })),
    { name: 'spread two days ago', at: (row, slot) => look(row - 2, slot) },
    { name: 'spread a week ago', at: (row, slot) => look(row - 7, slot) },
    { name: 'spread mean a day ago', at: (row) => mean(row - 1) },
    { name: 'spread mean two days ago', at: (row) => mean(row - 2) },
    { name: 'spread last evening', at: (row) => evening(row - 1) },
    ...MEAN_WEIGHTS.map((weight) => {
      const past = pastMeans(spreads, slotsPerDay, weight);
      return {
        name: `past spreads of the slot by ${weight}`,
        at: (row: number, slot: number) => past[row * slotsPerDay + slot],
      };
    }),
    { name: 'past spreads of the day', at: (row) => pastMean[row] },
    {
      name: 'spread of analogues',
      at: keptAnalogueSpreads(panel, spreads, reference, cache),
    },
  ];
}

/** How the auctions before the reference moved, on the same day. */
function earlierSteps(panel: IntradayPanel): Feature[] {
  const { earlier, slotsPerDay, fromSlot, toSlot } = panel;
  return earlier.slice(1).flatMap((prices, i): Feature[] => {
    const step = prices.map((price, at) => price - earlier[i][at]);
    const look = reader(panel, step, { clampTo: [fromSlot, toSlot] });
    const mean = dayMeans(step, slotsPerDay, fromSlot, toSlot);
    return [
      ...[-1, 0, 1].map((side) => ({
        name: `step ${i + 1}[${side}]`,
        at: (row: number, slot: number) => look(row, slot + side),
      })),
      { name: `step ${i + 1} mean`, at: (row) => mean(row) },
    ];
  });
}

function exogenousFeatures(panel: IntradayPanel): Feature[] {
  const { slotsPerDay } = panel;
  return panel.exogenous.flatMap(({ name, values }): Feature[] => {
    const look = reader(panel, values, { clampTo: [0, slotsPerDay] });
    const mean = dayMeans(values, slotsPerDay, 0, slotsPerDay);
    return [
      { name, at: look },
      { name: `${name} mean`, at: (row) => mean(row) },
      { name: `${name} a day ago`, at: (row, slot) => look(row - 1, slot) },
    ];
  });
}

function changeFeatures(panel: IntradayPanel): Feature[] {
  const { slotsPerDay, fromSlot, toSlot } = panel;
  return panel.changes.flatMap(({ name, values }): Feature[] => {
    const mean = dayMeans(values, slotsPerDay, fromSlot, toSlot);
    return [
      { name: `change of ${name}`, at: reader(panel, values, { clampTo: [fromSlot, toSlot] }) },
      { name: `change of ${name} mean`, at: (row) => mean(row) },
    ];
  });
}
