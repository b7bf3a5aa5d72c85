import { weekdayOf } from '../calendar/delivery-day.ts';
import type { DesignMatrix } from '../features/design-matrix.ts';
import { type IntradayPanel, referenceOf, spreadsOf } from './intraday-panel.ts';
import { keptAnalogueSpreads } from './kept-analogue-spreads.ts';
import { dayMeans, pastMeans } from './spread-history.ts';

const NEIGHBOURS = [-2, -1, 0, 1, 2];
const MEAN_WEIGHTS = [0.3, 0.07];
const DAY_MEAN_WEIGHT = 0.2;

/** Parts of the day, as shares of it, whose level against the whole tells what kind of day it is. */
const DAY_PARTS = [
  { name: 'midday', from: 10 / 24, to: 16 / 24 },
  { name: 'evening', from: 19 / 24, to: 23 / 24 },
];

/** A column by name: its value at a row and slot of the panel, from what is known before the auction of that row. */
interface Feature {
  name: string;
  at: (row: number, slot: number) => number;
}

/**
 * Features of every covered slot of the given rows, row by row. Of the auction itself they know only the days before, of
 * earlier auctions and of the exogenous inputs the day itself too. Unknown ones are NaN.
 */
export function spreadFeatures(panel: IntradayPanel, rows: readonly number[]): DesignMatrix {
  const features = featuresOf(panel);
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

function featuresOf(panel: IntradayPanel): Feature[] {
  const reference = referenceOf(panel);
  const spreads = spreadsOf(panel);
  return [
    ...levelFeatures(panel, reference),
    ...spreadHistory(panel, spreads, reference),
    ...earlierSteps(panel),
    ...exogenousFeatures(panel),
    ...changeFeatures(panel),
    ...panel.daily.map(({ name, values }) => ({ name, at: (row: number) => values[row] })),
    { name: 'slot', at: (_, slot) => slot },
    { name: 'weekday', at: (row) => weekdayOf(panel.days[row]) },
  ];
}

/** Where the reference price lies within its day and against the days before. */
function levelFeatures(panel: IntradayPanel, reference: Float64Array): Feature[] {
  const { slotsPerDay } = panel;
  const look = reader(panel, reference, { clampTo: [0, slotsPerDay] });
  const mean = dayMeans(reference, slotsPerDay, 0, slotsPerDay);
  const day = (row: number) => reference.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
  return [
    ...NEIGHBOURS.map((step) => ({
      name: `reference[${step}]`,
      at: (row: number, slot: number) => look(row, slot + step),
    })),
    { name: 'reference mean', at: (row) => mean(row) },
    { name: 'reference least', at: (row) => Math.min(...day(row)) },
    { name: 'reference greatest', at: (row) => Math.max(...day(row)) },
    { name: 'above mean', at: (row, slot) => look(row, slot) - mean(row) },
    ...DAY_PARTS.map(({ name, from, to }) => {
      const [first, end] = [from, to].map((share) => Math.round(share * slotsPerDay));
      const level = dayMeans(reference, slotsPerDay, first, end);
      return { name: `${name} above mean`, at: (row: number) => level(row) - mean(row) };
    }),
    {
      name: 'above neighbours',
      at: (row, slot) => look(row, slot) - (look(row, slot - 1) + look(row, slot + 1)) / 2,
    },
    {
      name: 'above wide neighbours',
      at: (row, slot) =>
        look(row, slot) - [-2, -1, 1, 2].reduce((sum, step) => sum + look(row, slot + step) / 4, 0),
    },
    {
      name: 'rank',
      at: (row, slot) => day(row).filter((price) => price < look(row, slot)).length,
    },
    { name: 'reference a day ago', at: (row, slot) => look(row - 1, slot) },
    { name: 'reference mean a day ago', at: (row) => mean(row - 1) },
    { name: 'change of a day', at: (row, slot) => look(row, slot) - look(row - 1, slot) },
    { name: 'change of a week', at: (row, slot) => look(row, slot) - look(row - 7, slot) },
    { name: 'change of the mean', at: (row) => mean(row) - mean(row - 1) },
  ];
}

function spreadHistory(panel: IntradayPanel, spreads: Float64Array, reference: Float64Array): Feature[] {
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
      name: 'spread of like hours',
      at: keptAnalogueSpreads(panel, spreads, reference),
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

/** A column by row and slot: NaN before the first row, the nearest slot of `clampTo` beyond its ends. */
function reader(
  { slotsPerDay }: IntradayPanel,
  column: Float64Array,
  { clampTo: [first, end] }: { clampTo: [number, number] },
): (row: number, slot: number) => number {
  return (row, slot) =>
    row < 0 ? Number.NaN : column[row * slotsPerDay + Math.min(end - 1, Math.max(first, slot))];
}
