import type { DesignMatrix } from '../features/design-matrix.ts';
import type { DayForecasts } from '../models/gaussian-process.ts';
import { calendarFeatures } from './calendar-features.ts';
import type { FitCache } from '../kernel/fit-cache.ts';
import { type Feature, reader } from './feature.ts';
import { type IntradayPanel, referenceOf, spreadsOf } from './intraday-panel.ts';
import { keptAnalogueSpreads } from './kept-analogue-spreads.ts';
import {
  gasFeatures,
  levelFeatures,
  surpriseFeatures,
  type UsualShapeOptions,
} from './reference-features.ts';
import {
  dayMeans,
  type LikeHoursOptions,
  NO_SPREAD,
  pastMeans,
  type SpreadHistory,
} from './spread-history.ts';

/** What the features remember of past days. A weight is that of the newest day in an exponentially weighted mean. */
export interface SpreadFeatureOptions {
  /** Of the spreads of a slot: one feature for each weight. */
  slotWeights: number[];
  /** Of the mean spread of the day. */
  dayWeight: number;
  /** Last days whose hours without a spread are counted, of the slot and of all slots. */
  nilDaysOfSlot: number;
  nilDays: number;
  /** Hours whose mean spread is a feature. */
  likeHours: LikeHoursOptions;
  /** What is usual of the reference prices of a day. */
  usual: UsualShapeOptions;
}

/** What features are made with. */
interface FeatureSources {
  options: SpreadFeatureOptions;
  cache: FitCache;
  /** The reference prices that days before each row let expect of it. */
  expected?: DayForecasts | undefined;
}

/**
 * Features of every covered slot of the given rows, row by row. Of the auction itself they know only the days before, of
 * earlier auctions and of the exogenous inputs the day itself too. Unknown ones are NaN.
 */
export function spreadFeatures(
  panel: IntradayPanel,
  rows: readonly number[],
  sources: FeatureSources,
): DesignMatrix {
  const features = featuresOf(panel, sources);
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

function featuresOf(
  panel: IntradayPanel,
  { options, cache, expected = new Map() }: FeatureSources,
): Feature[] {
  const reference = referenceOf(panel);
  const spreads = spreadsOf(panel);
  return [
    ...levelFeatures(panel, reference),
    ...surpriseFeatures(panel, reference, { usual: options.usual, expected }),
    ...gasFeatures(panel, reference),
    ...pastFeatures(panel, { spreads, reference }, options, cache),
    ...nilSpreads(panel, spreads, options),
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
  { nilDaysOfSlot, nilDays }: SpreadFeatureOptions,
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
  const ofAllSlots = days.map((_, row) => shareOfNil(row, nilDays, [fromSlot, toSlot]));
  return [
    {
      name: 'nil spreads of the slot',
      at: (row, slot) => shareOfNil(row, nilDaysOfSlot, [slot, slot + 1]),
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

function pastFeatures(
  panel: IntradayPanel,
  past: Omit<SpreadHistory, 'likeHours'>,
  { slotWeights, dayWeight, likeHours }: SpreadFeatureOptions,
  cache: FitCache,
): Feature[] {
  const { spreads } = past;
  const { slotsPerDay, fromSlot, toSlot } = panel;
  const look = reader(panel, spreads, { clampTo: [fromSlot, toSlot] });
  const mean = dayMeans(spreads, slotsPerDay, fromSlot, toSlot);
  const evening = dayMeans(spreads, slotsPerDay, Math.max(fromSlot, Math.floor(0.75 * slotsPerDay)), toSlot);
  const means = Float64Array.from(panel.days, (_, row) => mean(row));
  const pastMean = pastMeans(means, 1, dayWeight);
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
    ...slotWeights.map((weight) => {
      const past = pastMeans(spreads, slotsPerDay, weight);
      return {
        name: `past spreads of the slot by ${weight}`,
        at: (row: number, slot: number) => past[row * slotsPerDay + slot],
      };
    }),
    { name: 'past spreads of the day', at: (row) => pastMean[row] },
    {
      name: 'spread of analogues',
      at: keptAnalogueSpreads(panel, { ...past, likeHours }, cache),
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
