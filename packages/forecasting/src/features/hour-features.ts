import { type DeliveryDay, daysBetween } from '../market/delivery-day.ts';
import { type FeatureBlock, blockName, blockOfDay } from './feature-blocks.ts';
import { type Panel, weekdayOfRow } from '../data/panel.ts';
import { type FitCache, readOnce } from '../kernel/fit-cache.ts';
import { asinh } from '../target/asinh.ts';
import { difference, sideBySide } from '../linalg/vectors.ts';
import { flat, highestOf, lowestOf, meanOf, measured, rampOf, ranksOf, shifted } from './profiles.ts';
import type { LocalScale } from '../target/local-scale.ts';
import { momentsOf } from './day-groups.ts';

/** One column of the trees on one day. */
export interface HourFeature {
  name: string;
  /** `price`, `calendar`, `linear` or the name of an input. */
  group: string;
  /** A value for each slot, NaN where not known. */
  profile: Float64Array;
}

/** A delivery day as the features see it: `row` of the panel, with the scale of its prices. */
export interface BoostedDay {
  panel: Panel;
  row: number;
  scale: LocalScale;
  /** What is known of the days that the model trains on and of the target day. */
  blocks: FeatureBlock[];
  cache: FitCache;
}

const DAYS_PER_YEAR = 365.25;

const WEEK_DAYS = 7;

/** Days before a day by which its inputs are standardised. */
export const MONTH_DAYS = 28;

type SignalBlock = Extract<FeatureBlock, { kind: 'signal' }>;

/** Features of the linear regressions that belong together. */
export type LinearPart = Pick<HourFeature, 'group' | 'profile'>;

/**
 * The features of the linear regressions by their groups: standardised prices of the lags through asinh, standardised inputs of the
 * day and their changes since the lags, means of signals, weekdays and the turn of the year.
 */
export function linearParts(day: BoostedDay): LinearPart[] {
  const { panel, row, blocks } = day;
  const parts: LinearPart[] = [];
  const push = (group: string, profile: Float64Array): void => {
    parts.push({ group, profile });
  };
  for (const block of blocks) {
    if (block.kind === 'price') {
      const prices = laggedPrices(day, block.lagDays);
      for (let slot = 0; slot < prices.length; slot++) prices[slot] = asinh(prices[slot]);
      push('price', prices);
    } else if (block.kind === 'exogenous' && block.lagDays === 0) {
      for (const { profile, isLinear } of inputFeatures(day, block.input)) {
        if (isLinear) push(block.input, profile);
      }
    } else if (block.kind === 'signal') {
      push('price', Float64Array.of(meanOf(signalProfile(day, block).map(asinh))));
    }
  }
  const weekdays = new Float64Array(7);
  weekdays[weekdayOfRow(panel, row)] = 1;
  push('calendar', weekdays);
  const turn = (2 * Math.PI * dayOfYear(panel.days[row])) / DAYS_PER_YEAR;
  push('calendar', Float64Array.of(Math.sin(turn), Math.cos(turn)));
  return parts;
}

/** The parts as the regressions take them. */
export function linearFeatures(parts: LinearPart[]): Float64Array {
  return sideBySide(parts.map(({ profile }) => profile));
}

/** The features of the trees. `linear` is the linear forecast of the day, in the unit of its price scale. */
export function hourFeatures(day: BoostedDay, linear: Float64Array): HourFeature[] {
  const { panel, row, blocks } = day;
  const slots = panel.slotsPerDay;
  const weekday = weekdayOfRow(panel, row);
  return [
    { name: 'slot', group: 'calendar', profile: Float64Array.from({ length: slots }, (_, slot) => slot) },
    { name: 'weekday', group: 'calendar', profile: flat(weekday, slots) },
    ...linearProfiles(linear),
    ...priceProfiles(day, linear),
    ...blocks.flatMap((block) => {
      if (block.kind === 'signal') return signalProfiles(day, block);
      if (block.kind !== 'exogenous' || block.lagDays !== 0) return [];
      return inputFeatures(day, block.input);
    }),
  ];
}

function linearProfiles(linear: Float64Array): HourFeature[] {
  const group = 'linear';
  const slots = linear.length;
  return [
    { name: 'linear', group, profile: linear },
    { name: 'linear mean', group, profile: flat(meanOf(linear), slots) },
    { name: 'linear highest', group, profile: flat(highestOf(linear), slots) },
    { name: 'linear rank', group, profile: ranksOf(linear) },
    { name: 'linear ramp', group, profile: rampOf(linear) },
  ];
}

function priceProfiles(day: BoostedDay, linear: Float64Array): HourFeature[] {
  const { panel, scale, blocks } = day;
  const slots = panel.slotsPerDay;
  const features: HourFeature[] = [];
  const add = (name: string, profile: Float64Array): void => {
    features.push({ name, group: 'price', profile });
  };
  for (const block of blocks) {
    if (block.kind !== 'price') continue;
    const lag = block.lagDays;
    const prices = laggedPrices(day, lag);
    add(`price[d-${lag}]`, prices);
    add(`price[d-${lag}] mean`, flat(meanOf(prices), slots));
    if (lag !== 1) continue;
    add('price[d-1] to linear', difference(linear, prices));
    add('price[d-1] next slot', shifted(prices, 1));
    add('price[d-1] slot before', shifted(prices, -1));
    add('price[d-1] lowest', flat(lowestOf(prices), slots));
    add('price[d-1] highest', flat(highestOf(prices), slots));
    add('price[d-1] last', flat(prices[slots - 1], slots));
  }
  const week = slotMoments(day, WEEK_DAYS);
  const month = slotMoments(day, MONTH_DAYS);
  add('price of the week', measured(week.mean, scale.level, scale.spread));
  add('price of the month', measured(month.mean, scale.level, scale.spread));
  add('deviation of the week', measured(week.deviation, 0, scale.spread));
  return features;
}

/** A price signal belongs to the prices: it announces the next ones. */
function signalProfiles(day: BoostedDay, block: SignalBlock): HourFeature[] {
  const signal = signalProfile(day, block);
  const name = blockName(block);
  return [
    { name, group: 'price', profile: signal },
    { name: `${name} mean`, group: 'price', profile: flat(meanOf(signal), signal.length) },
  ];
}

function signalProfile({ panel, row, scale }: BoostedDay, block: SignalBlock): Float64Array {
  return measured(blockOfDay(panel, block, row), 0, scale.spread);
}

/** What is seen of one input: the columns of the trees, some of which the linear regressions take as well. */
function inputColumns(lags: number[]): { what: string; isLinear: boolean }[] {
  return [
    { what: '', isLinear: true },
    { what: ' mean', isLinear: false },
    { what: ' next slot', isLinear: false },
    { what: ' slot before', isLinear: false },
    { what: ' ramp', isLinear: false },
    { what: ' rank', isLinear: false },
    { what: ' over mean', isLinear: false },
    { what: ' over week', isLinear: false },
    ...lags.flatMap((lag) => [
      { what: ` since d-${lag}`, isLinear: true },
      { what: ` since d-${lag} mean`, isLinear: false },
    ]),
  ];
}

function inputFeatures(day: BoostedDay, input: string): (HourFeature & { isLinear: boolean })[] {
  const lags = lagsOf(day.blocks, input);
  const profiles = inputProfiles(day, input, lags);
  const slots = day.panel.slotsPerDay;
  return inputColumns(lags).map(({ what, isLinear }, k) => ({
    name: `${input}${what}`,
    group: input,
    profile: profiles.subarray(k * slots, (k + 1) * slots),
    isLinear,
  }));
}

/** The profiles of an input's columns behind each other, standardised by the four weeks before. */
function inputProfiles({ panel, row, cache }: BoostedDay, input: string, lags: number[]): Float64Array {
  const slots = panel.slotsPerDay;
  const values = valuesOfInput(panel, input);
  return readOnce(cache, values, `input profiles ${slots} ${row} ${lags.join()}`, () => {
    const before = values.subarray(Math.max(0, row - MONTH_DAYS) * slots, row * slots);
    const { mean: level, deviation: spread } = momentsOf(before.filter(Number.isFinite));
    const onDay = (d: number): Float64Array => values.subarray(d * slots, (d + 1) * slots);
    const raw = onDay(row);
    const since = (earlier: Float64Array): Float64Array => measured(difference(raw, earlier), 0, spread);
    const today = measured(raw, level, spread);
    const mean = meanOf(today);
    return sideBySide([
      today,
      flat(mean, slots),
      shifted(today, 1),
      shifted(today, -1),
      rampOf(today),
      ranksOf(today),
      measured(today, mean, 1),
      since(weekBefore(values, slots, row)),
      ...lags.flatMap((lag) => {
        const change = since(onDay(row - lag));
        return [change, flat(meanOf(change), slots)];
      }),
    ]);
  });
}

function valuesOfInput({ exogenous }: Panel, input: string): Float64Array {
  const values = exogenous.find(({ name }) => name === input)?.values;
  if (values === undefined) throw new Error(`The panel has no input "${input}".`);
  return values;
}

/** Mean of each slot's known values in the week before. */
function weekBefore(values: Float64Array, slots: number, row: number): Float64Array {
  const means = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    let sum = 0;
    let known = 0;
    for (let d = Math.max(0, row - WEEK_DAYS); d < row; d++) {
      const earlier = values[d * slots + slot];
      if (!Number.isFinite(earlier)) continue;
      sum += earlier;
      known++;
    }
    means[slot] = sum / known;
  }
  return means;
}

/** Lags of an input that are known besides the day itself. */
function lagsOf(blocks: FeatureBlock[], input: string): number[] {
  return blocks.flatMap((block) =>
    block.kind === 'exogenous' && block.input === input && block.lagDays > 0 ? [block.lagDays] : [],
  );
}

function laggedPrices({ panel, row, scale }: BoostedDay, lagDays: number): Float64Array {
  const from = (row - lagDays) * panel.slotsPerDay;
  return measured(panel.price.subarray(from, from + panel.slotsPerDay), scale.level, scale.spread);
}

/** Mean and deviation of a slot's known prices, by slot. */
interface SlotMoments {
  mean: Float64Array;
  deviation: Float64Array;
}

/** On the `days` days before. */
function slotMoments({ panel, row, cache }: BoostedDay, days: number): SlotMoments {
  const { price, slotsPerDay: slots } = panel;
  return readOnce(cache, price, `slot moments ${slots} ${row} ${days}`, () => {
    const mean = new Float64Array(slots);
    const deviation = new Float64Array(slots);
    for (let slot = 0; slot < slots; slot++) {
      let known = 0;
      let sum = 0;
      let squares = 0;
      for (let d = Math.max(0, row - days); d < row; d++) {
        const value = price[d * slots + slot];
        if (!Number.isFinite(value)) continue;
        known++;
        const step = value - sum / Math.max(1, known - 1);
        squares += known > 1 ? (step * step * (known - 1)) / known : 0;
        sum += value;
      }
      mean[slot] = sum / known;
      deviation[slot] = Math.sqrt(squares / known);
    }
    return { mean, deviation };
  });
}

/** Days since the first of January. */
function dayOfYear(day: DeliveryDay): number {
  return daysBetween(`${day.slice(0, 4)}-01-01`, day);
}
