import { dayNumber } from '../market/delivery-day.ts';
import { type FeatureBlock, blockOfDay } from './feature-blocks.ts';
import { type ExogenousColumn, type Panel, weekdayOfRow } from '../data/panel.ts';
import { asinh } from '../target/asinh.ts';
import { difference } from '../linalg/vectors.ts';
import type { LocalScale } from '../target/local-scale.ts';

/** What a day is compared by. A group of inputs is there once for each exogenous input, one of price signals for each signal. */
export const GROUP_NAMES = [
  'price[d-1]',
  'late price[d-1]',
  'price[d-2]',
  'price[d-7]',
  'price week',
  'input',
  'input[d-7]',
  'input change in a day',
  'input change in a week',
  'unknown inputs',
  'weekday',
  'holiday',
  'scale',
  'season',
  'price signal',
  'price signal mean',
] as const;
export type GroupName = (typeof GROUP_NAMES)[number];

/** Mean and standard deviation of an input, or of a scale's logarithm or level. */
export interface Moments {
  mean: number;
  deviation: number;
}

/** How an exogenous input is standardised and how much its standardised values count, 1 being usual. */
export interface InputEncoding extends Moments {
  relevance: number;
}

/** What turns a day of a panel into features. */
export interface DayEncoding {
  blocks: FeatureBlock[];
  /** By name of the exogenous input. */
  inputs: Record<string, InputEncoding>;
  level: Moments;
  logSpread: Moments;
  /** Hours in which a slot counts e times less in `late price[d-1]`, back from midnight. */
  lateHours: number;
}

/** A day's features, group by group; every group's squares are a mean over its columns, however many there are. */
export type DayGroups = { name: GroupName; values: Float64Array }[];

/** Price signals beyond so many spreads count as these: no training day shows what follows such a change. */
const MOST_SPREADS = 3;

export const HOURS_PER_DAY = 24;
const WEEK_DAYS = 7;
const DAYS_PER_YEAR = 365.25;

/**
 * The groups that the encoding's blocks give. All price blocks must be known for the row; an input that is not counts as its mean,
 * a change of it as none, and `unknown inputs` is the share of inputs that are not known.
 */
export function dayGroups(panel: Panel, row: number, scale: LocalScale, encoding: DayEncoding): DayGroups {
  const groups: DayGroups = [];
  const add = (name: GroupName, values: Float64Array) => groups.push(meanSquareGroup(name, values));
  const lags = encoding.blocks.flatMap((block) => (block.kind === 'price' ? [block.lagDays] : []));
  const prices = new Map(lags.map((lagDays) => [lagDays, lagged(panel, row - lagDays, scale)]));
  const addPrice = (name: GroupName, lagDays: number) => {
    const values = prices.get(lagDays);
    if (values !== undefined) add(name, values);
  };
  addPrice('price[d-1]', 1);
  const yesterday = prices.get(1);
  if (yesterday !== undefined) add('late price[d-1]', lateValues(yesterday, encoding.lateHours));
  addPrice('price[d-2]', 2);
  addPrice('price[d-7]', WEEK_DAYS);
  if (prices.size > 0) {
    const week = new Float64Array(panel.slotsPerDay);
    for (const values of prices.values())
      for (let slot = 0; slot < week.length; slot++) week[slot] += values[slot] / prices.size;
    add('price week', week);
  }
  let inputs = 0;
  let unknown = 0;
  for (const column of panel.exogenous) {
    const encoded = encoding.inputs[column.name];
    if (encoded === undefined) continue;
    inputs++;
    const has = (lagDays: number) =>
      encoding.blocks.some(
        (block) => block.kind === 'exogenous' && block.input === column.name && block.lagDays === lagDays,
      );
    const none = new Float64Array(panel.slotsPerDay);
    const today = standardised(panel, column, row, encoded);
    if (today === undefined) unknown++;
    add('input', today ?? none);
    const addChange = (name: GroupName, before: Float64Array | undefined) => {
      add(name, today !== undefined && before !== undefined ? difference(today, before) : none);
    };
    if (has(1)) addChange('input change in a day', standardised(panel, column, row - 1, encoded));
    if (has(WEEK_DAYS)) {
      const before = standardised(panel, column, row - WEEK_DAYS, encoded);
      add('input[d-7]', before ?? none);
      addChange('input change in a week', before);
    }
  }
  if (inputs > 0) groups.push({ name: 'unknown inputs', values: Float64Array.of(unknown / inputs) });
  const weekday = new Float64Array(WEEK_DAYS);
  weekday[weekdayOfRow(panel, row)] = 1;
  groups.push({ name: 'weekday', values: weekday });
  if (panel.holidays !== undefined) {
    groups.push({ name: 'holiday', values: Float64Array.of(Number(panel.holidays.has(panel.days[row]))) });
  }
  add(
    'scale',
    Float64Array.of(zScore(encoding.logSpread, Math.log(scale.spread)), zScore(encoding.level, scale.level)),
  );
  for (const block of encoding.blocks) {
    if (block.kind !== 'signal') continue;
    const signal = blockOfDay(panel, block, row);
    let mean = 0;
    for (let slot = 0; slot < signal.length; slot++) {
      signal[slot] = Math.max(-MOST_SPREADS, Math.min(MOST_SPREADS, signal[slot] / scale.spread));
      mean += signal[slot] / signal.length;
    }
    add('price signal', signal);
    groups.push({ name: 'price signal mean', values: Float64Array.of(mean) });
  }
  const angle = (2 * Math.PI * dayNumber(panel.days[row])) / DAYS_PER_YEAR;
  add('season', Float64Array.of(Math.cos(angle), Math.sin(angle)));
  return groups;
}

export function zScore({ mean, deviation }: Moments, value: number): number {
  return (value - mean) / deviation;
}

/** Mean and deviation of finite values; a deviation lost in rounding counts as 1. */
export function momentsOf(values: ArrayLike<number>): Moments {
  let mean = 0;
  for (let i = 0; i < values.length; i++) mean += values[i] / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] - mean) ** 2 / values.length;
  const deviation = Math.sqrt(squares);
  return { mean, deviation: deviation > Math.abs(mean) * 1e-9 ? deviation : 1 };
}

// Plain loops: these make most of what a process reads, and are several times as fast as the arrays' own methods.

/** Scaled so that its squares are a mean over its columns. */
function meanSquareGroup(name: GroupName, values: Float64Array): DayGroups[number] {
  const norm = Math.sqrt(values.length);
  const scaled = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) scaled[i] = values[i] / norm;
  return { name, values: scaled };
}

/** A day's values, each the more the later, by weights whose squares have the mean 1. */
function lateValues(values: Float64Array, lateHours: number): Float64Array {
  const hoursPerSlot = HOURS_PER_DAY / values.length;
  const late = new Float64Array(values.length);
  let squares = 0;
  for (let slot = 0; slot < late.length; slot++) {
    const weight = Math.exp(((slot + 1 - late.length) * hoursPerSlot) / lateHours);
    squares += weight ** 2 / late.length;
    late[slot] = values[slot] * weight;
  }
  const norm = Math.sqrt(squares);
  for (let slot = 0; slot < late.length; slot++) late[slot] /= norm;
  return late;
}

function lagged({ price, slotsPerDay }: Panel, row: number, scale: LocalScale): Float64Array {
  return measured(price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay), scale);
}

/** Prices of a day in spreads from the level, through asinh. */
function measured(prices: Float64Array, { level, spread }: LocalScale): Float64Array {
  const day = new Float64Array(prices.length);
  for (let slot = 0; slot < day.length; slot++) day[slot] = asinh((prices[slot] - level) / spread);
  return day;
}

/** Times its relevance; undefined where a value of the day is not known. */
function standardised(
  { slotsPerDay }: Panel,
  { values }: ExogenousColumn,
  row: number,
  encoded: InputEncoding,
): Float64Array | undefined {
  const day = values.slice(Math.max(0, row) * slotsPerDay, (row + 1) * slotsPerDay);
  if (day.length === 0) return undefined;
  for (let slot = 0; slot < day.length; slot++) {
    if (!Number.isFinite(day[slot])) return undefined;
    day[slot] = encoded.relevance * zScore(encoded, day[slot]);
  }
  return day;
}
