import {
  type BoostedTrees,
  chancesOfRows,
  fitBoostedSeeds,
  predictBoostedTrees,
} from '../learners/boosting/fit-boosted-trees.ts';
import type { Loss } from '../learners/boosting/losses.ts';
import type { DesignMatrix } from '../features/design-matrix.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import type { GaussianProcessOptions } from '../models/gaussian-process.ts';
import { InsufficientHistoryError } from '../models/model.ts';
import { type ExpectedReference, fitExpectedReference } from './expected-reference.ts';
import { type IntradayPanel, isRowKnown, referenceOf, spreadsOf } from './intraday-panel.ts';
import { type AnalogueOptions, type Analogues, analoguesOf } from './analogues.ts';
import { type SpreadFeatureOptions, spreadFeatures } from './spread-features.ts';
import { NO_SPREAD } from './spread-history.ts';

/** A model of the spread to the auction before as plain data (`fitSpread`). */
export type SpreadRecipe = { kind: 'intraday-spread' } & SpreadOptions;

/** Settings of a model of the spread to the auction before. */
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
  /** One set of trees for each seed that learns which way prices go, with the short half-life; without any the forecast is never shortened. */
  directionSeeds: number[];
  direction: DirectionOptions;
  /** Share of the median of analogues in the forecast, from 0 to 1; the trees have the rest. */
  analogueShare: number;
  /** Which past hours are analogues. */
  analogues: AnalogueOptions;
  /** What the features of the trees remember of past days. */
  features: SpreadFeatureOptions;
  /** Most bins of a feature's values that trees split between. */
  maxBins: number;
  /** The process that expects the prices of the auction before, so that what is unusual in them is a feature. */
  reference: GaussianProcessOptions;
}

/** How the direction that is expected shortens a forecast. */
export interface DirectionOptions {
  /** Share of the trees in what is expected of the direction; analogues have the rest. */
  treeShare: number;
  /** By how much more than the chance of nil the direction of a forecast must lead for it to count at all, and in full. */
  leastLead: number;
  fullLead: number;
}

const ABSOLUTE = { kind: 'absolute' } as const;
const SQUARED = { kind: 'squared' } as const;

export interface FittedSpread {
  /**
   * The auction's prices of a row: reference plus forecast spread in the covered slots, NaN in the others. The reference of the row
   * must be known.
   */
  predict(panel: IntradayPanel, row: number): Float64Array;
}

/** What a forecast needs of a fit. */
interface SpreadFit {
  members: BoostedTrees[];
  /** Their mean is the chance of a price above the auction before less that of one below it. */
  direction: BoostedTrees[];
  options: Pick<SpreadOptions, 'analogueShare' | 'analogues' | 'direction' | 'features'>;
  /** What reference prices are expected from; undefined where too few of them are known. */
  reference: ExpectedReference | undefined;
}

/**
 * Learns the spread to the auction before from the rows before `target` whose spread is wholly known: boosted trees under the
 * absolute loss, pooled over the slots; those that forget sooner see few days and learn them under Huber's loss, which varies less with the
 * days drawn. Others learn its sign. The median of analogues needs no fit. Throws InsufficientHistoryError below
 * `minHistoryDays` days.
 */
export function fitSpread(
  panel: IntradayPanel,
  target: number,
  options: SpreadOptions,
  cache: FitCache = createFitCache(),
): FittedSpread {
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
  const reference = fitExpectedReference(panel, target, { options: options.reference, cache });
  const features = withoutConstants(
    spreadFeatures(panel, rows, { options: options.features, cache, expected: reference?.hindcasts }),
  );
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
    maxBins: options.maxBins,
  } as const;
  const { dayChance, drawnDays, seeds } = options;
  const fit = (halfLife: number, loss: Loss, targets: number[], drawnBy: number[]): BoostedTrees[] => {
    if (drawnBy.length === 0) return [];
    const weights = rows.map((row) => 2 ** (-(target - row) / halfLife));
    const newest = Math.min(dayChance, drawnDays / weights.reduce((sum, weight) => sum + weight, 0));
    const groupChances = chancesOfRows(
      weights.map((weight) => newest * weight),
      slots / groupRows,
    );
    return fitBoostedSeeds(cache.kernel, features, targets, { ...boosting, loss, groupChances }, drawnBy);
  };
  const meanSize = learnt.reduce((sum, spread) => sum + Math.abs(spread), 0) / learnt.length;
  const shortLoss = meanSize > 0 ? ({ kind: 'huber', delta: meanSize } as const) : ABSOLUTE;
  const [long, short] = [0, 1].map((parity) => seeds.filter((_, place) => place % 2 === parity));
  const fitted: SpreadFit = {
    members: [
      ...fit(options.halfLifeDays, ABSOLUTE, learnt, long),
      ...fit(options.shortHalfLifeDays, shortLoss, learnt, short),
    ],
    direction: fit(options.shortHalfLifeDays, SQUARED, learnt.map(directionOf), options.directionSeeds),
    options,
    reference,
  };
  return { predict: (seen, row) => predictFromSpread(fitted, seen, row, cache) };
}

/** 1 for a price above that of the auction before, -1 for one below it, 0 for none. */
function directionOf(spread: number): number {
  return Math.abs(spread) < NO_SPREAD ? 0 : Math.sign(spread);
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

function predictFromSpread(
  fitted: SpreadFit,
  panel: IntradayPanel,
  row: number,
  cache: FitCache,
): Float64Array {
  const { slotsPerDay, fromSlot, toSlot } = panel;
  const { members, direction, options } = fitted;
  const { analogueShare } = options;
  const reference = referenceOf(panel);
  const expected = fitted.reference?.expect(panel, row);
  const { columns, rows, values } = spreadFeatures(panel, [row], {
    options: options.features,
    cache,
    expected: expected && new Map([[row, expected]]),
  });
  const learntFrom = members[0].columns.map((name) => columns.indexOf(name));
  const analogues = analoguesOf(panel, row, options.analogues);
  const prices = new Float64Array(slotsPerDay).fill(Number.NaN);
  for (let i = 0; i < toSlot - fromSlot; i++) {
    const features = Float64Array.from(learntFrom, (column) => values[column * rows + i]);
    const meanOf = (trees: BoostedTrees[]) =>
      trees.reduce((sum, each) => sum + predictBoostedTrees(each, features) / trees.length, 0);
    let spread = meanOf(members);
    const median = analogues.median[i];
    if (!Number.isNaN(median)) spread = (1 - analogueShare) * spread + analogueShare * median;
    if (direction.length > 0)
      spread *= certainty(spread, meanOf(direction), { analogues, slot: i, ...options.direction });
    prices[fromSlot + i] = reference[row * slotsPerDay + fromSlot + i] + spread;
  }
  return prices;
}

/**
 * How much of a spread is forecast, from 0 to 1, by how far its direction leads. The median of a spread is other than nil only where one
 * direction has more than half of the chances, which is where it leads the other by more than the chance of nil, which the analogues give.
 * Many hours of an auction clear at the price of the auction before, and every small number that is forecast for them is an error.
 */
function certainty(
  spread: number,
  direction: number,
  {
    analogues,
    slot,
    treeShare,
    leastLead,
    fullLead,
  }: DirectionOptions & { analogues: Analogues; slot: number },
): number {
  const [above, below] = [analogues.above[slot], analogues.below[slot]];
  const isKnown = !Number.isNaN(above);
  const expected = isKnown ? treeShare * direction + (1 - treeShare) * (above - below) : direction;
  const nil = isKnown ? 1 - above - below : 0;
  const lead = Math.sign(spread) * expected - nil;
  return Math.min(1, Math.max(0, (lead - leastLead) / (fullLead - leastLead)));
}
