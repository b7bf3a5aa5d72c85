import {
  type FeatureBlock,
  MAX_LAG_DAYS,
  blockName,
  isBlockKnown,
  panelBlocks,
} from '../features/lear-features.ts';
import { selectTraining } from '../features/select-training.ts';
import type { Panel } from '../series/panel.ts';
import { readOnce } from '../series/shared-panel.ts';
import { median } from '../transforms/median.ts';
import { sideBySide } from '../transforms/side-by-side.ts';
import {
  type BoostedDay,
  type HourFeature,
  hourFeatures,
  linearFeatures,
  linearParts,
} from './boosted-features.ts';
import { type LinearDays, fitLinearDays, predictLinearDay } from './boosted-linear.ts';
import { type PriceScaleName, priceScalesOf } from './boosted-scale.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';

/** What boosted trees learn from. */
export interface BoostedWindow {
  /** Days before the target day that the model sees. */
  windowDays: number;
  /** What the prices of a day are measured by. */
  scale: PriceScaleName;
}

/** How boosted trees see a day, as plain JSON. */
export interface BoostedDaysFit {
  slotsPerDay: number;
  trainingDays: number;
  blocks: FeatureBlock[];
  scale: PriceScaleName;
  /** Least spread of prices that a day is standardised by. */
  leastSpread: number;
  linear: LinearDays;
  /** What the model goes without, for want of data: `load.forecast`, or a single lag such as `price[d-1]`. */
  droppedInputs: string[];
}

export interface BoostedTraining {
  fitted: BoostedDaysFit;
  days: BoostedDay[];
  /** Standardised prices, row-major over days. */
  targets: Float64Array;
  /** The features of a training day by its place; its linear forecast comes from regressions that have not seen it. */
  featuresOf: (place: number) => HourFeature[];
}

/** Training days below which no model is fitted: three of each weekday. */
const MIN_TRAINING_ROWS = 21;

/** Fewest days before the target day with which boosted trees can be fitted. */
export const MIN_BOOSTED_HISTORY_DAYS = MIN_TRAINING_ROWS + MAX_LAG_DAYS;

/** Share of the median spread below which a day's spread counts as this: weeks of a constant price have none. */
const LEAST_SPREAD_SHARE = 0.1;

/** The linear forecast keeps within sinh(3), ten spreads of the level. */
const MAX_LINEAR_ASINH = 3;

/**
 * The training days of boosted trees before row `target`. Prices are standardised by the level and spread of the weeks or of the year
 * before each day, and a ridge regression of each slot on the whole day is fitted to them: its forecast is a feature of the trees.
 *
 * Missing data: see `selectTraining`. Throws InsufficientHistoryError where fewer than 21 training days remain.
 */
export const trainOnDays = readOnce(
  columnsOf,
  (panel, target: number, windowDays: number, scale: PriceScaleName): BoostedTraining => {
    const wanted = panelBlocks(panel);
    const usable = withWholeInputs(wanted.filter((block) => isBlockKnown(panel, block, target)));
    const selection = selectTraining(panel, usable, { target, windowDays, minRows: MIN_TRAINING_ROWS });
    const blocks = withWholeInputs(selection?.blocks ?? []);
    const seen = measuredDays(panel, selection?.rows ?? [], { scale, blocks });
    if (seen.length < MIN_TRAINING_ROWS) {
      throw new InsufficientHistoryError(insufficiencyOf(panel, target, windowDays));
    }
    const leastSpread = LEAST_SPREAD_SHARE * median(seen.map((day) => day.scale.spread)) || 1;
    const days = seen.map((day) => withSpread(day, leastSpread));
    const slots = panel.slotsPerDay;
    const targets = standardisedPrices(days, slots);
    const { fitted: linear, crossFitted } = fitLinearDays(
      sideBySide(days.map((day) => linearFeatures(linearParts(day)))),
      targets.map(Math.asinh),
      days.length,
      slots,
    );
    const forecasts = fromLinear(crossFitted);
    return {
      fitted: {
        slotsPerDay: slots,
        trainingDays: days.length,
        blocks,
        scale,
        leastSpread,
        linear,
        droppedInputs: droppedInputs(wanted, blocks),
      },
      days,
      targets,
      featuresOf: (place) =>
        hourFeatures(days[place], forecasts.subarray(place * slots, (place + 1) * slots)),
    };
  },
);

function columnsOf({ price, exogenous, moves = [] }: Panel): Float64Array[] {
  return [price, ...[...exogenous, ...moves].map(({ values }) => values)];
}

/** What the trees and the linear regressions of a fitted model see of a day. */
export function targetFeatures(
  fitted: BoostedDaysFit,
  panel: Panel,
  target: number,
): { day: BoostedDay; features: HourFeature[]; linear: { values: Float64Array; groups: string[] } } {
  const unknown = fitted.blocks.find((block) => !isBlockKnown(panel, block, target));
  if (unknown !== undefined) {
    throw new InsufficientHistoryError(
      `The forecast of ${panel.days[target]} needs ${blockName(unknown)}, which is not known; fit a model for that day.`,
    );
  }
  const [seen] = measuredDays(panel, [target], fitted);
  if (seen === undefined) {
    const past = fitted.scale === 'year' ? 'year' : 'four weeks';
    throw new InsufficientHistoryError(`No price of the ${past} before ${panel.days[target]} is known.`);
  }
  const day = withSpread(seen, fitted.leastSpread);
  const parts = linearParts(day);
  const linear = {
    values: linearFeatures(parts),
    groups: parts.flatMap(({ group, profile }) => Array.from(profile, () => group)),
  };
  const features = hourFeatures(day, fromLinear(predictLinearDay(fitted.linear, linear.values)));
  return { day, features, linear };
}

/** Without the days before which no price is known. */
function measuredDays(
  panel: Panel,
  rows: number[],
  { scale: name, blocks }: Pick<BoostedDaysFit, 'scale' | 'blocks'>,
): BoostedDay[] {
  return priceScalesOf(panel, rows, name).flatMap((scale, i) =>
    Number.isNaN(scale.level) ? [] : [{ panel, row: rows[i], blocks, scale }],
  );
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

function insufficiencyOf(panel: Panel, target: number, windowDays: number): string {
  const first = Math.max(0, target - windowDays);
  let cleared = 0;
  for (let row = first; row < target; row++) {
    if (isBlockKnown(panel, { kind: 'price', lagDays: 0 }, row)) cleared++;
  }
  return (
    `Boosted trees need ${MIN_TRAINING_ROWS} training days with complete prices after ${MAX_LAG_DAYS} days of lags to ` +
    `forecast ${panel.days[target]}; the ${target - first} days before it hold ${cleared} days with complete prices.`
  );
}

/** Throws a RangeError where trees cannot learn from the window. */
export function checkWindow(windowDays: number): void {
  if (!Number.isInteger(windowDays) || windowDays < MIN_BOOSTED_HISTORY_DAYS) {
    throw new RangeError(
      `windowDays is a whole number of days, at least ${MIN_BOOSTED_HISTORY_DAYS}; got ${windowDays}.`,
    );
  }
}
