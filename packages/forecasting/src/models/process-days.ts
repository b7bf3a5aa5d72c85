import { type LocalScale, type Normalisation, localScale } from '../target/local-scale.ts';
import { type DayEncoding, type DayGroups, dayGroups, momentsOf } from '../features/day-groups.ts';
import {
  type FeatureBlock,
  EXOGENOUS_LAGS_DAYS,
  MAX_LAG_DAYS,
  blockName,
  isBlockKnown,
  signalBlocks,
} from '../features/feature-blocks.ts';
import { selectTraining } from '../features/training-rows.ts';
import type { Panel } from '../data/panel.ts';
import type { DayCovariance } from '../learners/gaussian-process/covariance.ts';
import type { FitCache } from '../kernel/fit-cache.ts';
import { asinh } from '../target/asinh.ts';
import { InsufficientHistoryError } from './model.ts';

/** A day that a Gaussian process is trained on, with the scale of its prices. */
export interface TrainingDay {
  row: number;
  scale: LocalScale;
}

/** How many days a process trains on, and for how long they stay the same. */
export interface ProcessTraining {
  /** Days below which nothing is fitted. */
  fewestDays: number;
  /** Days with an input below which it is left out. */
  fewestInputDays: number;
  /** Days for which the first training days stay the same, and with them the relevance of inputs: a window has up to so many days more, less one. */
  settledDays: number;
  /** Days that could stay the same below which all are read anew every day. */
  fewestSettledDays: number;
}

/** All prices of the last week, every exogenous input of the day itself, the day before and a week before, and every price signal. */
export function processBlocks(panel: Panel): FeatureBlock[] {
  const prices = Array.from({ length: MAX_LAG_DAYS }, (_, i): FeatureBlock => ({
    kind: 'price',
    lagDays: i + 1,
  }));
  const inputs = panel.exogenous.flatMap(({ name }) =>
    EXOGENOUS_LAGS_DAYS.map((lagDays): FeatureBlock => ({ kind: 'exogenous', input: name, lagDays })),
  );
  return [...prices, ...inputs, ...signalBlocks(panel), { kind: 'weekday' }];
}

/**
 * The rows of the window on which the prices that the blocks ask for are known (see `selectTraining`), and the blocks that they
 * have; an input need not be known. Fewer than `fewestDays` rows where the window does not hold them.
 */
export function processRows(
  panel: Panel,
  blocks: FeatureBlock[],
  window: { target: number; windowDays: number } & Pick<ProcessTraining, 'fewestDays'>,
): { rows: number[]; blocks: FeatureBlock[] } {
  const selection = selectTraining(
    panel,
    blocks.filter(({ kind }) => kind !== 'exogenous'),
    // Inputs alone are left out below it, of which there are none.
    { ...window, enoughDays: window.fewestDays },
  );
  const inputs = blocks.filter(({ kind }) => kind === 'exogenous');
  return { rows: selection?.rows ?? [], blocks: [...(selection?.blocks ?? []), ...inputs] };
}

/** The rows with the scale of their prices, without those before which no price is known. */
export function withScales(
  panel: Panel,
  rows: number[],
  normalisation: Normalisation,
  cache: FitCache,
): TrainingDay[] {
  return rows.flatMap((row) => {
    const scale = localScale(panel, row, normalisation, cache);
    return scale === undefined ? [] : [{ row, scale }];
  });
}

/** How the days are turned into features; the relevance of an input is 1 where it is not given. */
export function encodingOf(
  panel: Panel,
  blocks: FeatureBlock[],
  training: TrainingDay[],
  {
    fewestInputDays,
    lateHours,
    relevance = {},
  }: Pick<ProcessTraining, 'fewestInputDays'> &
    Pick<DayCovariance, 'lateHours'> & { relevance?: Record<string, number> },
): DayEncoding {
  const inputs: DayEncoding['inputs'] = {};
  for (const block of blocks) {
    if (block.kind !== 'exogenous' || block.lagDays !== 0) continue;
    const known = training.filter(({ row }) => isBlockKnown(panel, block, row));
    const values = panel.exogenous.find(({ name }) => name === block.input)?.values;
    if (values === undefined || known.length < fewestInputDays) continue;
    const moments = momentsOf(valuesOn(values, known, panel.slotsPerDay));
    inputs[block.input] = { ...moments, relevance: relevance[block.input] ?? 1 };
  }
  return {
    blocks: blocks.filter((block) => block.kind !== 'exogenous' || Object.hasOwn(inputs, block.input)),
    inputs,
    level: momentsOf(training.map(({ scale }) => scale.level)),
    logSpread: momentsOf(training.map(({ scale }) => Math.log(scale.spread))),
    lateHours,
  };
}

/** For each slot, the transformed price of each training day. */
export function transformedPrices({ price, slotsPerDay }: Panel, training: TrainingDay[]): Float64Array[] {
  return Array.from({ length: slotsPerDay }, (_, slot) =>
    Float64Array.from(training, ({ row, scale: { level, spread } }) =>
      asinh((price[row * slotsPerDay + slot] - level) / spread),
    ),
  );
}

/** Row `target` as the features of a fitted process; throws InsufficientHistoryError where it needs what is not known. */
export function dayToForecast(
  panel: Panel,
  target: number,
  { encoding, normalisation }: { encoding: DayEncoding; normalisation: Normalisation },
  cache: FitCache,
): { scale: LocalScale; groups: DayGroups } {
  const unknown = encoding.blocks.find((block) => !isBlockKnown(panel, block, target));
  const scale = localScale(panel, target, normalisation, cache);
  if (unknown !== undefined || scale === undefined) {
    const missing = unknown === undefined ? 'recent prices' : blockName(unknown);
    throw new InsufficientHistoryError(
      `The forecast of ${panel.days[target]} needs ${missing}, which is not known; fit a model for that day.`,
    );
  }
  return { scale, groups: dayGroups(panel, target, scale, encoding) };
}

function valuesOn(values: Float64Array, days: TrainingDay[], slotsPerDay: number): Float64Array {
  const chosen = new Float64Array(days.length * slotsPerDay);
  days.forEach(({ row }, i) => {
    chosen.set(values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay), i * slotsPerDay);
  });
  return chosen;
}

/** Lowest and highest transformed price of the training days; forecasts keep within. */
export interface PriceRange {
  lowest: number;
  highest: number;
}

export function rangeOf(targets: Float64Array[]): PriceRange {
  return { lowest: extreme(targets, Math.min), highest: extreme(targets, Math.max) };
}

/** Back from the transformed price, within the range. */
export function toPrice(z: number, { level, spread }: LocalScale, { lowest, highest }: PriceRange): number {
  return level + spread * Math.sinh(Math.max(lowest, Math.min(highest, z)));
}

function extreme(targets: Float64Array[], choose: (...values: number[]) => number): number {
  return targets
    .map((values) => values.reduce((best, value) => choose(best, value)))
    .reduce((a, b) => choose(a, b));
}
