import type { BoostedTrees } from '../learners/boosting/fit-boosted-trees.ts';
import {
  type FeatureBlock,
  MAX_LAG_DAYS,
  blockName,
  isBlockKnown,
  panelBlocks,
} from '../features/feature-blocks.ts';
import { type TrainingOptions, selectTraining } from '../features/training-rows.ts';
import type { Panel } from '../data/panel.ts';
import { sideBySide } from '../linalg/vectors.ts';
import { median } from '../linalg/statistics.ts';
import {
  type BoostedDay,
  MONTH_DAYS,
  hourFeatures,
  linearFeatures,
  linearParts,
} from '../features/hour-features.ts';
import { type HourTreesOptions, fitForDays, fitHourTrees, predictHourTrees } from './hour-trees.ts';
import { type LinearDays, type RidgeOptions, fitLinearDays, predictLinearDay } from '../learners/ridge.ts';
import { type Normalisation, localScale } from '../target/local-scale.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { type FittedModel, type Model, InsufficientHistoryError, asOnlyMember } from './model.ts';

/** With a quantile as its loss, the forecast is one of that quantile. */
export interface BoostedHoursOptions extends HourTreesOptions {
  /** Days before the target day that training uses. */
  windowDays: number;
  training: TrainingOptions;
  /** The regressions whose forecasts the trees see. */
  linear: RidgeOptions;
}

export interface FittedBoostedHours extends FittedModel {
  trainingDays: number;
  /** What the model goes without, for want of data: `load.forecast`, or a single lag such as `price[d-1]`. */
  droppedInputs: string[];
}

/** What a forecast needs of a fit. */
interface BoostedHoursFit {
  blocks: FeatureBlock[];
  normalisation: Normalisation;
  /** Least spread of prices that a day is standardised by. */
  leastSpread: number;
  linear: LinearDays;
  trees: BoostedTrees;
}

/** Share of the median spread below which a day's spread counts as this: weeks of a constant price have none. */
const LEAST_SPREAD_SHARE = 0.1;

/** The linear forecast keeps within sinh(3), ten spreads of the level. */
const MAX_LINEAR_ASINH = 3;

/**
 * Gradient boosting of trees, one model for all slots of the day. Prices are standardised by the level and spread of the
 * weeks or of the year before each day; a ridge regression of each slot on the whole day, forecast for the training days
 * from regressions that have not seen them, gives the trees the sum of many weak effects that they cannot build themselves.
 *
 * Missing data: see `selectTraining`. Throws InsufficientHistoryError where fewer than `fewestDays` training days remain.
 */
export function createBoostedHours(options: BoostedHoursOptions): Model<FittedBoostedHours> {
  checkSettings(options);
  return {
    name: 'boosted-hours',
    minHistoryDays: options.training.fewestDays + MAX_LAG_DAYS,
    memberCount: 1,
    fit(panel, target, cache = createFitCache()) {
      const { windowDays, levelDays, spreadDays } = options;
      const usable = withWholeInputs(
        panelBlocks(panel).filter((block) => isBlockKnown(panel, block, target)),
      );
      const kept = {
        kind: 'boosted hours',
        firstRead: (until: number) => until - windowDays - Math.max(MONTH_DAYS, levelDays, spreadDays),
        options: { options, usable },
        compute: (until: number) => fitBoostedHours(panel, until, usable, options, cache),
      };
      return fitForDays(panel, target, options, kept, cache);
    },
  };
}

function fitBoostedHours(
  panel: Panel,
  target: number,
  usable: FeatureBlock[],
  options: BoostedHoursOptions,
  cache: FitCache,
): FittedBoostedHours {
  const { windowDays, training, linear: ridge, ...boosting } = options;
  const { levelDays, spreadDays } = boosting;
  const normalisation = { levelDays, spreadDays };
  const { slotsPerDay } = panel;
  const wanted = panelBlocks(panel);
  const selection = selectTraining(panel, usable, { target, windowDays, ...training });
  const blocks = withWholeInputs(selection?.blocks ?? []);
  const seen = measuredDays(panel, selection?.rows ?? [], { normalisation, blocks, cache });
  if (seen.length < training.fewestDays) {
    throw new InsufficientHistoryError(insufficiencyOf(panel, target, options));
  }
  const leastSpread = LEAST_SPREAD_SHARE * median(seen.map((day) => day.scale.spread)) || 1;
  const days = seen.map((day) => withSpread(day, leastSpread));
  const targets = standardisedPrices(days, slotsPerDay);
  const { fitted: linear, crossFitted } = fitLinearDays(
    cache.kernel,
    sideBySide(days.map((day) => linearFeatures(linearParts(day)))),
    targets.map(Math.asinh),
    { days: days.length, slots: slotsPerDay, ...ridge },
  );
  const linearForecasts = fromLinear(crossFitted);
  const trees = fitHourTrees(
    cache.kernel,
    {
      rows: days.map(({ row }) => row),
      target,
      featuresOf: (i) =>
        hourFeatures(days[i], linearForecasts.subarray(i * slotsPerDay, (i + 1) * slotsPerDay)),
      values: targets,
    },
    boosting,
  );
  const fitted = { blocks, normalisation, leastSpread, linear, trees };
  return {
    trainingDays: days.length,
    droppedInputs: droppedInputs(wanted, blocks),
    predict: (known, row) => asOnlyMember(predictHours(fitted, known, row, cache)),
  };
}

function predictHours(
  { blocks, normalisation, leastSpread, linear, trees }: BoostedHoursFit,
  panel: Panel,
  target: number,
  cache: FitCache,
): Float64Array {
  const unknown = blocks.find((block) => !isBlockKnown(panel, block, target));
  if (unknown !== undefined) {
    throw new InsufficientHistoryError(
      `The forecast of ${panel.days[target]} needs ${blockName(unknown)}, which is not known; fit a model for that day.`,
    );
  }
  const [seen] = measuredDays(panel, [target], { normalisation, blocks, cache });
  if (seen === undefined) {
    throw new InsufficientHistoryError(`No recent price before ${panel.days[target]} is known.`);
  }
  const day = withSpread(seen, leastSpread);
  const linearForecast = fromLinear(predictLinearDay(linear, linearFeatures(linearParts(day))));
  return predictHourTrees(trees, hourFeatures(day, linearForecast)).map(
    (value) => day.scale.level + day.scale.spread * value,
  );
}

/** Without the days before which no price is known. */
function measuredDays(
  panel: Panel,
  rows: number[],
  { normalisation, blocks, cache }: { normalisation: Normalisation; blocks: FeatureBlock[]; cache: FitCache },
): BoostedDay[] {
  return rows.flatMap((row) => {
    const scale = localScale(panel, row, normalisation, cache);
    return scale === undefined ? [] : [{ panel, row, blocks, scale, cache }];
  });
}

function withSpread(day: BoostedDay, leastSpread: number): BoostedDay {
  const { level, spread } = day.scale;
  return { ...day, scale: { level, spread: Math.max(spread, leastSpread) } };
}

function standardisedPrices(days: BoostedDay[], slots: number): Float64Array {
  const prices = new Float64Array(days.length * slots);
  days.forEach(({ panel, row, scale }, i) => {
    for (let slot = 0; slot < slots; slot++) {
      prices[i * slots + slot] = (panel.price[row * slots + slot] - scale.level) / scale.spread;
    }
  });
  return prices;
}

/** From the asinh scale of the linear regressions to spreads. */
function fromLinear(values: Float64Array): Float64Array {
  return values.map((z) => Math.sinh(Math.max(-MAX_LINEAR_ASINH, Math.min(MAX_LINEAR_ASINH, z))));
}

/** Without the lags of inputs that are not known for the day itself. */
function withWholeInputs(blocks: FeatureBlock[]): FeatureBlock[] {
  return blocks.filter(
    (block) =>
      block.kind !== 'exogenous' ||
      blocks.some(
        (other) => other.kind === 'exogenous' && other.input === block.input && other.lagDays === 0,
      ),
  );
}

function droppedInputs(wanted: FeatureBlock[], blocks: FeatureBlock[]): string[] {
  const kept = new Set(blocks.map(blockName));
  const names = wanted
    .filter((block) => !kept.has(blockName(block)))
    .map((block) =>
      block.kind === 'exogenous' && !kept.has(blockName({ ...block, lagDays: 0 }))
        ? block.input
        : blockName(block),
    );
  return [...new Set(names)];
}

function insufficiencyOf(
  panel: Panel,
  target: number,
  { windowDays, training }: BoostedHoursOptions,
): string {
  const first = Math.max(0, target - windowDays);
  let cleared = 0;
  for (let row = first; row < target; row++) {
    if (isBlockKnown(panel, { kind: 'price', lagDays: 0 }, row)) cleared++;
  }
  return (
    `Boosted hours need ${training.fewestDays} training days with complete prices after ${MAX_LAG_DAYS} days of lags to ` +
    `forecast ${panel.days[target]}; the ${target - first} days before it hold ${cleared} days with complete prices.`
  );
}

function checkSettings({ windowDays, training, hourShare, memoryDays }: BoostedHoursOptions): void {
  const shortest = training.fewestDays + MAX_LAG_DAYS;
  if (!Number.isInteger(windowDays) || windowDays < shortest) {
    throw new RangeError(`windowDays is a whole number of days, at least ${shortest}; got ${windowDays}.`);
  }
  if (!(hourShare > 0 && hourShare <= 1)) {
    throw new RangeError(`hourShare lies above 0 and at most at 1; got ${hourShare}.`);
  }
  if (!(memoryDays > 0)) throw new RangeError(`memoryDays is a positive number of days; got ${memoryDays}.`);
}
