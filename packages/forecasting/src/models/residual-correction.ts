import type { Panel } from '../data/panel.ts';
import { type ErrorDays, errorFeatures, errorScale, errorSizes } from '../features/error-features.ts';
import { type FeatureBlock, panelBlocks } from '../features/feature-blocks.ts';
import { type HourFeature, hourFeatures } from '../features/hour-features.ts';
import { blocksForTarget } from '../features/training-rows.ts';
import {
  type BoostingOptions,
  chancesOfRows,
  fitBoostedTrees,
  predictBoostedTrees,
} from '../learners/boosting/fit-boosted-trees.ts';
import type { FitCache } from '../runtime/fit-cache.ts';
import { type Normalisation, localScale } from '../target/local-scale.ts';
import type { DayForecasts } from './gaussian-process.ts';

/** Boosted trees that predict the errors of a base forecast. */
export interface ResidualCorrectionOptions
  extends Normalisation, Omit<BoostingOptions, 'groupRows' | 'groupChances'> {
  /** Part of the predicted error that is added to the forecast. */
  share: number;
  /** Days of errors below which nothing is corrected. */
  fewestDays: number;
  /** Chance of the latest hours to be seen by a tree. */
  hourShare: number;
  /** Age in days at which an hour is seen 1/e times as often as the latest. */
  memoryDays: number;
}

/** What to add to the base forecast of a row of a panel that begins on the same day as the panel of the fit, price unit. */
export type ResidualCorrection = (panel: Panel, target: number, base: Float64Array) => Float64Array;

/**
 * Boosted trees on the errors of the base forecasts of past days, each in units of the mean absolute error of the four weeks before it.
 * They see the features of the hours, the base forecast and its latest errors. Undefined where there are too few days.
 */
export function fitResidualCorrection(
  panel: Panel,
  target: number,
  hindcasts: DayForecasts,
  { share, fewestDays, hourShare, memoryDays, levelDays, spreadDays, ...boosting }: ResidualCorrectionOptions,
  cache: FitCache,
): ResidualCorrection | undefined {
  const { price, slotsPerDay } = panel;
  const normalisation = { levelDays, spreadDays };
  const errors: ErrorDays = new Map(
    Array.from(hindcasts, ([row, base]) => [
      row,
      base.map((value, slot) => price[row * slotsPerDay + slot] - value),
    ]),
  );
  const sizes = errorSizes(errors);
  const errorSize = errorScale(sizes, target);
  const days = [...hindcasts].flatMap(([row, base]) => {
    const size = errorScale(sizes, row);
    return size === undefined ? [] : [{ row, base, size }];
  });
  if (errorSize === undefined || days.length < fewestDays) return undefined;
  const blocks = blocksForTarget(panel, panelBlocks(panel), target);
  const rows = days.length * slotsPerDay;
  let columns: string[] = [];
  let values = new Float64Array();
  const targets = new Float64Array(rows);
  days.forEach((day, i) => {
    const features = featuresOf(panel, day, { blocks, errors, normalisation, cache });
    if (i === 0) {
      columns = features.map(({ name }) => name);
      values = new Float64Array(columns.length * rows);
    }
    features.forEach(({ profile }, j) => values.set(profile, j * rows + i * slotsPerDay));
    targets.set(errors.get(day.row)?.map((error) => error / day.size) ?? [], i * slotsPerDay);
  });
  const chances = days.map(({ row }) => hourShare * Math.exp((row - target) / memoryDays));
  const trees = fitBoostedTrees(cache.kernel, { columns, rows, values }, targets, {
    ...boosting,
    groupRows: 1,
    groupChances: chancesOfRows(chances, slotsPerDay),
  });
  return (seen, row, base) => {
    const day = { row, base, size: errorSize };
    const features = featuresOf(seen, day, { blocks, errors, normalisation, cache });
    const own = new Float64Array(features.length);
    return base.map((_, slot) => {
      features.forEach(({ profile }, j) => (own[j] = profile[slot]));
      return share * errorSize * predictBoostedTrees(trees, own);
    });
  };
}

function featuresOf(
  panel: Panel,
  { row, base, size }: { row: number; base: Float64Array; size: number },
  {
    blocks,
    errors,
    normalisation,
    cache,
  }: { blocks: FeatureBlock[]; errors: ErrorDays; normalisation: Normalisation; cache: FitCache },
): HourFeature[] {
  const prices = localScale(panel, row, normalisation, cache);
  const scale = { level: prices?.level ?? Number.NaN, spread: Math.max(prices?.spread ?? 0, size) };
  const standardised = base.map((value) => (value - scale.level) / scale.spread);
  return [
    ...hourFeatures({ panel, row, scale, blocks, cache }, standardised),
    ...errorFeatures(errors, { row, scale: size, slots: base.length }),
  ];
}
