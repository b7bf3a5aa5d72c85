import { exponentiatedGradient } from '../combine/exponentiated-gradient.ts';
import { interpolated, weightedMean } from '../combine/weighted-mean.ts';
import type { Panel } from '../data/panel.ts';
import type { FeatureBlock } from '../features/feature-blocks.ts';
import { panelBlocks } from '../features/feature-blocks.ts';
import { type ErrorDays, errorFeatures, errorScale, errorSizes } from '../features/error-features.ts';
import { type HourFeature, hourFeatures } from '../features/hour-features.ts';
import { blocksForTarget } from '../features/usable-blocks.ts';
import { chancesOfRows } from '../learners/boosting/chances-of-rows.ts';
import { type BoostingOptions, fitBoostedTrees } from '../learners/boosting/fit-boosted-trees.ts';
import { predictBoostedTrees } from '../learners/boosting/predict-boosted-trees.ts';
import { type FitCache, createFitCache } from '../runtime/fit-cache.ts';
import { priceScale } from '../target/boosted-scale.ts';
import {
  type DayForecasts,
  type FittedProcess,
  type GaussianProcessOptions,
  type SecondStage,
  createGaussianProcess,
} from './gaussian-process.ts';
import type { FittedModel, MemberForecasts, Model } from './model.ts';

export interface TwoStageOptions {
  /** What the processes have in common. */
  process: Pick<GaussianProcessOptions, 'covariance' | 'relevance'>;
  /** What they differ in: target normalisation and training window. */
  processes: Omit<GaussianProcessOptions, 'covariance' | 'relevance'>[];
  /** How many of the first processes give the base forecast: their mean is corrected, and the second stage compares days by it. */
  baseProcesses: number;
  /** Weight of the second stage in the forecast of each process, 0 to 1. */
  secondStageShare: number;
  weights: {
    /** Days before the target day whose errors decide. */
    days: number;
    /** Days at the start of the one-step-ahead forecasts that rest on too little to be typical. */
    warmUpDays: number;
    learningRate: number;
  };
  residuals: ResidualCorrectionOptions;
}

/** Boosted trees that predict the errors of the base forecast. */
export interface ResidualCorrectionOptions extends Omit<BoostingOptions, 'groupRows' | 'groupChances'> {
  /** Part of the predicted error that is added to the forecast. */
  share: number;
  /** Days of errors below which nothing is corrected. */
  fewestDays: number;
  /** Chance of the latest hours to be seen by a tree. */
  hourShare: number;
  /** Age in days at which an hour is seen 1/e times as often as the latest. */
  memoryDays: number;
}

export interface FittedTwoStage extends FittedModel {
  /** How much each process counts, adding up to 1. */
  weights: number[];
  /** Whether there were enough days for the second stage and the residual correction. */
  isCorrected: boolean;
}

/** What is fitted to the one-step-ahead forecasts of the first stage. */
interface Stacking {
  secondStages: SecondStage[];
  correction: (panel: Panel, target: number, base: BaseForecast) => Float64Array;
}

/** Mean of the base processes and how far they lie apart. */
interface BaseForecast {
  mean: Float64Array;
  apart: Float64Array;
}

/**
 * Two-stage stacking of Gaussian processes on their own one-step-ahead (prequential) forecasts, which cost nothing beside the fit. In the
 * second stage each process compares days by what the base processes forecast for them. The processes are combined by exponentiated-gradient
 * weights over the errors of the last year, and boosted trees correct the residuals of the base forecast. Each training day's forecast rests
 * on the days before it alone. With too few days the weighted first stage is the forecast.
 */
export function createTwoStageProcesses(options: TwoStageOptions): Model<FittedTwoStage> {
  const processes = options.processes.map((own) => createGaussianProcess({ ...options.process, ...own }));
  return {
    name: 'two-stage-processes',
    minHistoryDays: Math.max(...processes.map(({ minHistoryDays }) => minHistoryDays)),
    memberCount: processes.length,
    fit(panel, target, cache = createFitCache()) {
      const firstStages = processes.map((process) => process.fit(panel, target, cache));
      const past = firstStages.map(({ hindcasts }) => hindcasts);
      const stacking = fitStacking(panel, target, { firstStages, past, options }, cache);
      const { secondStageShare: share } = options;
      const stacked = past.map((days, i) => stackedDays(days, stacking?.secondStages[i]?.hindcasts, share));
      const weights = weightsOf(panel, target, stacked, options);
      return {
        weights,
        isCorrected: stacking !== undefined,
        predict: (seen, row) => predict({ firstStages, stacking, weights, options }, seen, row),
      };
    },
  };
}

/** Undefined where there are too few days of errors. */
function fitStacking(
  panel: Panel,
  target: number,
  {
    firstStages,
    past,
    options,
  }: { firstStages: FittedProcess[]; past: DayForecasts[]; options: TwoStageOptions },
  cache: FitCache,
): Stacking | undefined {
  const basePast = past.slice(0, options.baseProcesses);
  const correction = fitCorrection(panel, target, basePast, options, cache);
  if (correction === undefined) return undefined;
  // Another process may know a day that no base process does; its own forecast of it serves then.
  const forecasts = new Map([...meansByDay(past), ...meansByDay(basePast)]);
  return { secondStages: firstStages.map((process) => process.fitSecondStage(forecasts)), correction };
}

function fitCorrection(
  panel: Panel,
  target: number,
  basePast: DayForecasts[],
  { residuals, weights }: TwoStageOptions,
  cache: FitCache,
): Stacking['correction'] | undefined {
  const past = pastBaseForecasts(panel, basePast, weights.warmUpDays);
  const errors = new Map([...past].map(([row, { error }]) => [row, error]));
  const sizes = errorSizes(errors);
  const scale = errorScale(sizes, target);
  const days = [...past].flatMap(([row, forecast]) => {
    const own = errorScale(sizes, row);
    return own === undefined ? [] : [{ row, scale: own, ...forecast }];
  });
  if (scale === undefined || days.length < residuals.fewestDays) return undefined;
  const blocks = blocksForTarget(panel, panelBlocks(panel), target);
  const { slotsPerDay } = panel;
  const rows = days.length * slotsPerDay;
  let columns: string[] = [];
  let values = new Float64Array();
  const targets = new Float64Array(rows);
  days.forEach((day, i) => {
    const features = featuresOf(panel, blocks, errors, day, cache);
    if (i === 0) {
      columns = features.map(({ name }) => name);
      values = new Float64Array(columns.length * rows);
    }
    features.forEach(({ profile }, j) => values.set(profile, j * rows + i * slotsPerDay));
    targets.set(
      day.error.map((error) => error / day.scale),
      i * slotsPerDay,
    );
  });
  const { share, hourShare, memoryDays, ...boosting } = residuals;
  const chances = days.map(({ row }) => hourShare * Math.exp((row - target) / memoryDays));
  const trees = fitBoostedTrees(cache.kernel, { columns, rows, values }, targets, {
    ...boosting,
    groupRows: 1,
    groupChances: chancesOfRows(chances, slotsPerDay),
  });
  const firstDay = panel.days[0];
  return (seen, row, base) => {
    if (seen.days[0] !== firstDay)
      throw new RangeError('A fit forecasts rows of panels that begin on the same day.');
    const features = featuresOf(seen, blocks, errors, { row, scale, ...base }, cache);
    const values = new Float64Array(features.length);
    return base.mean.map((_, slot) => {
      features.forEach(({ profile }, j) => (values[j] = profile[slot]));
      return share * scale * predictBoostedTrees(trees, values);
    });
  };
}

function predict(
  {
    firstStages,
    stacking,
    weights,
    options,
  }: {
    firstStages: FittedProcess[];
    stacking: Stacking | undefined;
    weights: number[];
    options: TwoStageOptions;
  },
  panel: Panel,
  target: number,
): MemberForecasts {
  const first = firstStages.map((process) => process.predict(panel, target).combined);
  if (stacking === undefined) return { combined: weightedMean(first, weights), members: first };
  const base = baseForecast(first.slice(0, options.baseProcesses));
  const members = stacking.secondStages.map((process, i) =>
    interpolated(first[i], process.predict(panel, target, base.mean), options.secondStageShare),
  );
  const correction = stacking.correction(panel, target, base);
  return { combined: weightedMean(members, weights).map((price, slot) => price + correction[slot]), members };
}

/** Of the days that all processes have forecast in the last year, after their warm-up. */
function weightsOf(
  { price, slotsPerDay }: Panel,
  target: number,
  stacked: DayForecasts[],
  { weights: { days: weighingDays, warmUpDays, learningRate } }: TwoStageOptions,
): number[] {
  const warm = stacked.map((days) => [...days.keys()][warmUpDays] ?? target);
  const from = Math.max(target - weighingDays, ...warm);
  const days = [...stacked[0].keys()].flatMap((row) => {
    if (row < from) return [];
    const forecasts = stacked.flatMap((ofDay) => ofDay.get(row) ?? []);
    const actual = price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
    return forecasts.length < stacked.length ? [] : [{ actual, forecasts }];
  });
  return exponentiatedGradient(days, stacked.length, learningRate);
}

/** The one-step-ahead forecasts of both stages of a process together. */
function stackedDays(first: DayForecasts, second: DayForecasts | undefined, share: number): DayForecasts {
  return new Map(Array.from(first, ([row, day]) => [row, interpolated(day, second?.get(row) ?? day, share)]));
}

function featuresOf(
  panel: Panel,
  blocks: FeatureBlock[],
  errors: ErrorDays,
  day: { row: number; scale: number } & BaseForecast,
  cache: FitCache,
): HourFeature[] {
  const prices = priceScale(panel, day.row, cache);
  const scale = { level: prices.level, spread: Math.max(prices.spread, day.scale) };
  const base = day.mean.map((price) => (price - scale.level) / scale.spread);
  return [
    ...hourFeatures({ panel, row: day.row, scale, blocks, cache }, base),
    ...errorFeatures(errors, day),
  ];
}

/** Of the days that all base processes have forecast after the warm-up, by row. */
function pastBaseForecasts(
  { price, slotsPerDay }: Panel,
  [one, ...others]: DayForecasts[],
  warmUpDays: number,
): Map<number, BaseForecast & { error: Float64Array }> {
  const past = new Map<number, BaseForecast & { error: Float64Array }>();
  [...one].slice(warmUpDays).forEach(([row, forecast]) => {
    const beside = others.flatMap((days) => days.get(row) ?? []);
    if (beside.length < others.length) return;
    const base = baseForecast([forecast, ...beside]);
    const error = base.mean.map((value, slot) => price[row * slotsPerDay + slot] - value);
    past.set(row, { ...base, error });
  });
  return past;
}

/** What was forecast for each day that any of the processes is trained on: the mean of those that are. */
function meansByDay(processes: DayForecasts[]): DayForecasts {
  const known = new Map<number, Float64Array[]>();
  for (const days of processes) {
    for (const [row, day] of days) known.set(row, [...(known.get(row) ?? []), day]);
  }
  const meanOf = (days: Float64Array[]) =>
    weightedMean(
      days,
      days.map(() => 1 / days.length),
    );
  return new Map(Array.from(known, ([row, days]) => [row, meanOf(days)]));
}

/** `apart` is the first process less the last; 0 where there is one. */
function baseForecast(forecasts: Float64Array[]): BaseForecast {
  const [one] = forecasts;
  const other = forecasts[forecasts.length - 1];
  const mean = one.map((_, slot) => forecasts.reduce((sum, day) => sum + day[slot], 0) / forecasts.length);
  return { mean, apart: one.map((price, slot) => price - other[slot]) };
}
