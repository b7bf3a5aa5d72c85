import type { DayForecasts } from '../models/gaussian-process.ts';
import { isFreeDay } from '../data/panel.ts';
import { type Feature, reader } from './feature.ts';
import type { IntradayPanel } from './intraday-panel.ts';
import { dayMeans, pastMeans, pastMeansOfKind } from './spread-history.ts';

const NEIGHBOURS = [-2, -1, 0, 1, 2];

/** Parts of the day, as shares of it, whose level against the whole distinguishes kinds of days. */
const DAY_PARTS = [
  { name: 'midday', from: 10 / 24, to: 16 / 24 },
  { name: 'evening', from: 19 / 24, to: 23 / 24 },
];

/** Weights of the newest day in what is usual. */
export interface UsualShapeOptions {
  /** Of the shape of a day: its prices less their mean. */
  shapeWeight: number;
  /** Of its bends: its prices less those before and after. */
  bendWeight: number;
  /** Of the shape of days of its kind, free ones or working days. */
  kindWeight: number;
}

/** MWh of gas that a plant needs for one of power. */
const GAS_PER_POWER = 2;

/** Where the reference price lies within its day and against the days before. */
export function levelFeatures(panel: IntradayPanel, reference: Float64Array): Feature[] {
  const { slotsPerDay } = panel;
  const look = reader(panel, reference, { clampTo: [0, slotsPerDay] });
  const mean = dayMeans(reference, slotsPerDay, 0, slotsPerDay);
  const day = (row: number) => reference.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
  const bend = aboveNeighbours(reference, slotsPerDay);
  const [greatest, least] = [Math.max, Math.min].map((choose) =>
    panel.days.map((_, row) => placeOf(choose(...day(row)), day(row))),
  );
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
    { name: 'step from before', at: (row, slot) => look(row, slot) - look(row, slot - 1) },
    { name: 'step to the next', at: (row, slot) => look(row, slot + 1) - look(row, slot) },
    { name: 'slots after the greatest', at: (row, slot) => slot - greatest[row] },
    { name: 'slots after the least', at: (row, slot) => slot - least[row] },
    { name: 'above neighbours', at: (row, slot) => bend[row * slotsPerDay + slot] },
    {
      name: 'above wide neighbours',
      at: (row, slot) =>
        look(row, slot) - [-2, -1, 1, 2].reduce((sum, step) => sum + look(row, slot + step) / 4, 0),
    },
    {
      name: 'rank',
      at: (row, slot) => {
        const price = look(row, slot);
        return day(row).reduce((lower, other) => lower + Number(other < price), 0);
      },
    },
    { name: 'reference a day ago', at: (row, slot) => look(row - 1, slot) },
    { name: 'reference mean a day ago', at: (row) => mean(row - 1) },
    { name: 'change of a day', at: (row, slot) => look(row, slot) - look(row - 1, slot) },
    { name: 'change of a week', at: (row, slot) => look(row, slot) - look(row - 7, slot) },
    { name: 'change of the mean', at: (row) => mean(row) - mean(row - 1) },
  ];
}

/** What is unusual in the shape of the day: an auction takes part of it back. */
export function surpriseFeatures(
  panel: IntradayPanel,
  reference: Float64Array,
  { usual, expected }: { usual: UsualShapeOptions; expected: DayForecasts },
): Feature[] {
  const { days, slotsPerDay, holidays } = panel;
  const shape = aboveMean(reference, slotsPerDay);
  const bend = aboveNeighbours(reference, slotsPerDay);
  const surprise = new Float64Array(reference.length).fill(Number.NaN);
  for (const [row, prices] of expected) {
    surprise.set(
      prices.map((price, slot) => reference[row * slotsPerDay + slot] - price),
      row * slotsPerDay,
    );
  }
  const usualShape = pastMeans(shape, slotsPerDay, usual.shapeWeight);
  const usualBend = pastMeans(bend, slotsPerDay, usual.bendWeight);
  const usualOfKind = pastMeansOfKind(shape, slotsPerDay, usual.kindWeight, (row) =>
    isFreeDay(days[row], holidays),
  );
  const less = (one: Float64Array, other: Float64Array) => one.map((value, i) => value - other[i]);
  return Object.entries({
    'surprise above its mean': aboveMean(surprise, slotsPerDay),
    'surprise above neighbours': aboveNeighbours(surprise, slotsPerDay),
    'unusual shape': less(shape, usualShape),
    'unusual bend': less(bend, usualBend),
    'unusual shape of such days': less(shape, usualOfKind),
  }).map(([name, values]) => ({ name, at: (row, slot) => values[row * slotsPerDay + slot] }));
}

/** How the reference stands to what power from gas costs. */
export function gasFeatures(
  { gas, gasAWeekAgo, slotsPerDay }: IntradayPanel,
  reference: Float64Array,
): Feature[] {
  const price = (row: number, slot: number) => reference[row * slotsPerDay + slot];
  return [
    { name: 'gas', at: (row) => gas[row] },
    { name: 'change of gas in a week', at: (row) => gas[row] - gasAWeekAgo[row] },
    { name: 'reference above gas', at: (row, slot) => price(row, slot) - GAS_PER_POWER * gas[row] },
    { name: 'reference over gas', at: (row, slot) => price(row, slot) / gas[row] },
  ];
}

/** Values less the mean of their row. */
function aboveMean(values: Float64Array, slotsPerDay: number): Float64Array {
  const mean = dayMeans(values, slotsPerDay, 0, slotsPerDay);
  return values.map((value, i) => value - mean(Math.floor(i / slotsPerDay)));
}

/** Values less the mean of the slots before and after; the first and the last of a row are neighbours of themselves. */
function aboveNeighbours(values: Float64Array, slotsPerDay: number): Float64Array {
  return values.map((value, i) => {
    const slot = i % slotsPerDay;
    const before = values[slot === 0 ? i : i - 1];
    const after = values[slot === slotsPerDay - 1 ? i : i + 1];
    return value - (before + after) / 2;
  });
}

/** The first slot of a value; NaN where a value of the day is not known. */
function placeOf(value: number, day: Float64Array): number {
  return Number.isNaN(value) ? Number.NaN : day.indexOf(value);
}
