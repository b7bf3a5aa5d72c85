import type { HourFeature } from '../features/hour-features.ts';
import {
  type BoostedTrees,
  type BoostingOptions,
  chancesOfRows,
  fitBoostedTrees,
  predictBoostedTrees,
} from '../learners/boosting/fit-boosted-trees.ts';
import type { Panel } from '../data/panel.ts';
import type { FitCache } from '../kernel/fit-cache.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { dayNumber } from '../market/delivery-day.ts';
import type { Normalisation } from '../target/local-scale.ts';
import { settledResult } from './settled.ts';

/** Boosted trees over the hours of past days, each hour drawn for itself. */
export interface HourTreesOptions extends Normalisation, Omit<BoostingOptions, 'groupRows' | 'groupChances'> {
  /** Share of the hours of the latest days that a tree sees. */
  hourShare: number;
  /** Age in days at which an hour is seen 1/e times as often as the latest. */
  memoryDays: number;
  /** Days that a fit serves for: it learns from the days before a multiple of so many. Fitted for each day anew where left out. */
  refitDays?: number | undefined;
}

/** Days of history below which trees are fitted for each day anew: each day counts. */
const FEWEST_KEPT_DAYS = 182;

/** Results that are kept of each kind: of two models, each with and without the inputs that later days lack. */
const KEPT_FITS = 4;

/** A fit that reads nothing but the rows of a panel from `firstRead` to `until`, and its options as plain JSON. */
export interface KeptFit<Fitted, Options> {
  /** Names the fit in the cache. */
  kind: string;
  firstRead: (until: number) => number;
  options: Options;
  compute: (until: number) => Fitted;
}

/** The fit for row `target`, taken over from the days before where it serves for several. */
export function fitForDays<Fitted, Options>(
  panel: Panel,
  target: number,
  { refitDays = 1 }: Pick<HourTreesOptions, 'refitDays'>,
  { kind, firstRead, options, compute }: KeptFit<Fitted, Options>,
  cache: FitCache,
): Fitted {
  const until = target - ((dayNumber(panel.days[0]) + target) % refitDays);
  if (refitDays === 1 || until < FEWEST_KEPT_DAYS) return compute(target);
  const rows = { from: Math.max(0, firstRead(until)), until };
  return settledResult(
    { kind, keeps: KEPT_FITS, compute: () => compute(until) },
    panel,
    rows,
    options,
    cache,
  );
}

/** The days that trees are fitted on. */
export interface HourTreesTraining {
  /** The row of each day in its panel, and the row that the fit is for. */
  rows: number[];
  target: number;
  /** Features of the i-th day, the same for all days. */
  featuresOf: (i: number) => HourFeature[];
  /** Values to predict: those of the first day, then those of the next. */
  values: Float64Array;
}

/** Trees on the hours of the days. Days count the less, the older they are. */
export function fitHourTrees(
  kernel: Kernel,
  { rows, target, featuresOf, values }: HourTreesTraining,
  { hourShare, memoryDays, refitDays: _refitDays, ...boosting }: HourTreesOptions,
): BoostedTrees {
  const slots = values.length / rows.length;
  let columns: string[] = [];
  let matrix = new Float64Array();
  rows.forEach((_row, i) => {
    const features = featuresOf(i);
    if (i === 0) {
      columns = features.map(({ name }) => name);
      matrix = new Float64Array(columns.length * values.length);
    }
    features.forEach(({ profile }, j) => matrix.set(profile, j * values.length + i * slots));
  });
  const chances = rows.map((row) => hourShare * Math.exp((row - target) / memoryDays));
  return fitBoostedTrees(kernel, { columns, rows: values.length, values: matrix }, values, {
    ...boosting,
    groupRows: 1,
    groupChances: chancesOfRows(chances, slots),
  });
}

/** What the trees predict for each hour of a day with these features. */
export function predictHourTrees(trees: BoostedTrees, features: HourFeature[]): Float64Array {
  const own = new Float64Array(features.length);
  return features[0].profile.map((_, slot) => {
    features.forEach(({ profile }, j) => (own[j] = profile[slot]));
    return predictBoostedTrees(trees, own);
  });
}
