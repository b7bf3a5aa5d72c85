import { chancesOfRows } from '../boosting/chances-of-rows.ts';
import { type BoostedTrees, fitBoostedSeeds } from '../boosting/fit-boosted-trees.ts';
import { predictBoostedTrees } from '../boosting/predict-boosted-trees.ts';
import type { DesignMatrix } from '../features/design-matrix.ts';
import type { GaussianProcessFit } from '../models/gaussian-process.ts';
import { InsufficientHistoryError } from '../models/insufficient-history-error.ts';
import { expectReference, learnReference } from './expected-reference.ts';
import { type IntradayPanel, isRowKnown, referenceOf, spreadsOf } from './intraday-panel.ts';
import { type LikeHours, likeHours } from './like-hours.ts';
import { spreadFeatures } from './spread-features.ts';
import { NO_SPREAD } from './spread-history.ts';

export interface SpreadOptions {
  /** Most days before the target that a fit learns from. */
  windowDays: number;
  /** Fewest of them. */
  minHistoryDays: number;
  trees: number;
  learningRate: number;
  maxLeaves: number;
  minLeafRows: number;
  shrinkage: number;
  columnShare: number;
  /** Chance of the newest day to be seen by a tree, at most; it halves with every `halfLifeDays` of age. */
  dayChance: number;
  /** Days that a tree sees on average, at most: of a long history every day has a smaller chance. */
  drawnDays: number;
  /** Whether a tree draws each slot of a day for itself, by the chance of the day, rather than the day as a whole. */
  drawsSlots: boolean;
  halfLifeDays: number;
  /** The half-life for every second seed, so that old days and new ones both have trees of their own. */
  shortHalfLifeDays: number;
  /** One set of trees for each seed; their forecasts are averaged. */
  seeds: number[];
  /** Share of the median of like hours in the forecast, from 0 to 1; the trees have the rest. */
  analogueShare: number;
}

export const SPREAD_OPTIONS: SpreadOptions = {
  windowDays: 730,
  minHistoryDays: 28,
  trees: 200,
  learningRate: 0.05,
  maxLeaves: 12,
  minLeafRows: 50,
  shrinkage: 20,
  columnShare: 0.3,
  dayChance: 0.6,
  drawnDays: 240,
  drawsSlots: true,
  halfLifeDays: 730,
  shortHalfLifeDays: 90,
  seeds: [1, 2, 3],
  analogueShare: 0.15,
};

const MAX_BINS = 64;
const ABSOLUTE = { kind: 'absolute' } as const;

/** Share of like hours that must have gone the way of the trees. */
const FEWEST_ALIKE = 0.3;

/** A fitted model of the spread as plain JSON. */
export interface SpreadFit {
  members: BoostedTrees[];
  analogueShare: number;
  /** What reference prices are expected from; undefined where too few of them are known. */
  reference: GaussianProcessFit | undefined;
}

/**
 * Learns the spread to the auction before from the rows before `target` whose spread is wholly known: boosted trees under the
 * absolute loss, pooled over the slots; those that forget sooner see few days and learn them under Huber's loss, which varies less with the
 * days drawn. The median of like hours needs no fit. Throws InsufficientHistoryError below
 * `minHistoryDays` days.
 */
export function fitSpread(panel: IntradayPanel, target: number, options = SPREAD_OPTIONS): SpreadFit {
  const spreads = spreadsOf(panel);
  const rows: number[] = [];
  for (let row = Math.max(1, target - options.windowDays); row < target; row++) {
    if (isRowKnown(panel, spreads, row)) rows.push(row);
  }
  if (rows.length < options.minHistoryDays) {
    throw new InsufficientHistoryError(
      `${rows.length} days of spreads are known; the model needs ${options.minHistoryDays}.`,
    );
  }
  const { slotsPerDay, fromSlot, toSlot } = panel;
  const learnt = rows.flatMap((row) => [
    ...spreads.subarray(row * slotsPerDay + fromSlot, row * slotsPerDay + toSlot),
  ]);
  const learntReference = learnReference(panel, target);
  const features = withoutConstants(spreadFeatures(panel, rows, learntReference?.expected));
  const slots = toSlot - fromSlot;
  const groupRows = options.drawsSlots ? 1 : slots;
  const boosting = {
    trees: options.trees,
    learningRate: options.learningRate,
    maxLeaves: options.maxLeaves,
    minLeafRows: options.minLeafRows,
    shrinkage: options.shrinkage,
    columnShare: options.columnShare,
    groupRows,
    maxBins: MAX_BINS,
  } as const;
  const { halfLifeDays, shortHalfLifeDays, dayChance, drawnDays } = options;
  const meanSize = learnt.reduce((sum, spread) => sum + Math.abs(spread), 0) / learnt.length;
  const shortLoss = meanSize > 0 ? ({ kind: 'huber', delta: meanSize } as const) : ABSOLUTE;
  const memories = [
    { halfLife: halfLifeDays, loss: ABSOLUTE },
    { halfLife: shortHalfLifeDays, loss: shortLoss },
  ];
  const members = memories.flatMap(({ halfLife, loss }, parity) => {
    const seeds = options.seeds.filter((_, place) => place % 2 === parity);
    const weights = rows.map((row) => 2 ** (-(target - row) / halfLife));
    const newest = Math.min(dayChance, drawnDays / weights.reduce((sum, weight) => sum + weight, 0));
    const groupChances = chancesOfRows(
      weights.map((weight) => newest * weight),
      slots / groupRows,
    );
    return seeds.length === 0
      ? []
      : fitBoostedSeeds(features, learnt, { ...boosting, loss, groupChances }, seeds);
  });
  return { members, analogueShare: options.analogueShare, reference: learntReference?.fitted };
}

/** Of a matrix the columns that vary: a tree that draws others, such as those of inputs that nobody publishes, draws them in vain. */
function withoutConstants(features: DesignMatrix): DesignMatrix {
  const { columns, rows, values } = features;
  const varying = [...columns.keys()].filter((column) => {
    const cells = values.subarray(column * rows, (column + 1) * rows);
    return cells.some((value) => !Object.is(value, cells[0]));
  });
  const kept = new Float64Array(varying.length * rows);
  varying.forEach((column, i) => {
    kept.set(values.subarray(column * rows, (column + 1) * rows), i * rows);
  });
  return { columns: varying.map((column) => columns[column]), rows, values: kept };
}

/**
 * The auction's prices of a row: reference plus forecast spread in the covered slots, NaN in the others. The reference of the row
 * must be known.
 */
export function predictFromSpread(fitted: SpreadFit, panel: IntradayPanel, row: number): Float64Array {
  const { slotsPerDay, fromSlot, toSlot } = panel;
  const { members, analogueShare } = fitted;
  const reference = referenceOf(panel);
  const expected = fitted.reference && expectReference(fitted.reference, panel, row);
  const { columns, rows, values } = spreadFeatures(panel, [row], expected && new Map([[row, expected]]));
  const learntFrom = members[0].columns.map((name) => columns.indexOf(name));
  const like = analogueShare > 0 ? likeHours(panel, row) : undefined;
  const prices = new Float64Array(slotsPerDay).fill(Number.NaN);
  for (let i = 0; i < toSlot - fromSlot; i++) {
    const features = Float64Array.from(learntFrom, (column) => values[column * rows + i]);
    const learnt = members.reduce(
      (sum, member) => sum + predictBoostedTrees(member, features) / members.length,
      0,
    );
    const spread = like === undefined ? learnt : combine(learnt, like, i, analogueShare);
    prices[fromSlot + i] = reference[row * slotsPerDay + fromSlot + i] + spread;
  }
  return prices;
}

/**
 * The forecast of the trees and the median of like hours by their shares, the trees alone where no like hour is known. None where like
 * hours lean neither way, or hardly any of them went the way of the trees: many hours of an auction clear at the price of the auction
 * before, and every small number that is forecast for them is an error.
 */
function combine(learnt: number, like: LikeHours, slot: number, analogueShare: number): number {
  const median = like.median[slot];
  if (Number.isNaN(median)) return learnt;
  const alike = learnt > 0 ? like.above[slot] : like.below[slot];
  if (Math.abs(median) < NO_SPREAD || alike < FEWEST_ALIKE) return 0;
  return (1 - analogueShare) * learnt + analogueShare * median;
}
