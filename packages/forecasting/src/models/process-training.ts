import { type DayEncoding, type DayGroups, dayGroups } from '../features/day-groups.ts';
import { type FeatureBlock, MAX_LAG_DAYS, isBlockKnown } from '../features/feature-blocks.ts';
import { blocksForTarget } from '../features/training-rows.ts';
import type { Panel } from '../data/panel.ts';
import type { DayCovariance } from '../learners/gaussian-process/covariance.ts';
import type { KeptFactor } from '../learners/gaussian-process/posterior.ts';
import type { FitCache } from '../kernel/fit-cache.ts';
import { type InputRelevanceOptions, inputRelevance } from './input-relevance.ts';
import { type Rows, settledResult, settledUntil } from './settled.ts';
import type { Normalisation } from '../target/local-scale.ts';
import { InsufficientHistoryError } from './model.ts';
import {
  type TrainingDay,
  type ProcessTraining,
  encodingOf,
  processBlocks,
  processRows,
  withScales,
} from './process-days.ts';

/** What a process is trained on, and how it reads the days. */
export interface TrainingPlan<Features> {
  /** Names the process and its settings in the cache. */
  kind: string;
  /** Days before the target day that training uses, and some more (see `trainingDays`). */
  windowDays: number;
  training: ProcessTraining;
  normalisation: Normalisation;
  /** Of the probe processes that select the relevance of inputs. */
  covariance: DayCovariance;
  /** How the relevance of each input is selected; all inputs count 1 where it is left out. */
  relevance?: InputRelevanceOptions | undefined;
  /** Turns days, at least one, into features. All days have the same groups. */
  read: (days: DayGroups[], slotsPerDay: number) => Features;
}

export interface TrainingDays<Features> {
  days: TrainingDay[];
  encoding: DayEncoding;
  /** Of the settled days and of those after them, or of all of them at once. */
  parts: Features[];
  /** The first training days, which stay the same for some weeks; left out where all are read anew every day. */
  settled?: SettledDays<Features>;
}

/** Training days that are the same for all fits of `settledDays`. */
export interface SettledDays<Features> {
  count: number;
  encoding: DayEncoding;
  features: Features;
  /** What has been factored of these days. */
  factor: KeptFactor;
}

/** With the days themselves, whose rows count from the first that anything of them rests on: other panels may begin elsewhere. */
interface KeptDays<Features> {
  settled: SettledDays<Features>;
  days: TrainingDay[];
}

/** What settled days rest on beside the values of the panel. */
interface SettledOptions {
  windowDays: number;
  blocks: FeatureBlock[];
  relevance: Record<string, number>;
}

/** Windows whose settled days are kept of each process: with what is factored of it, one of four years takes 26 MB. */
const KEPT_WINDOWS = 1;

/**
 * The training days of a Gaussian process for row `target`; throws InsufficientHistoryError where there are too few. Days more than a
 * week back up to a multiple of `settledDays` are settled: inputs and levels are standardised by these alone, and the window begins on the same day
 * as long, so that it has up to `settledDays - 1` days more than asked for. Settled days are therefore read once in so many, and whatever rests
 * on them alone can be kept.
 */
export function trainingDays<Features>(
  panel: Panel,
  target: number,
  plan: TrainingPlan<Features>,
  cache: FitCache,
): TrainingDays<Features> {
  const usable = blocksForTarget(panel, processBlocks(panel), target);
  const onSettled = daysOnSettled(panel, target, usable, plan, cache);
  if (onSettled !== undefined) return onSettled;
  const { windowDays, normalisation, training } = plan;
  const { fewestDays } = training;
  const { rows, blocks } = processRows(panel, usable, { target, windowDays, fewestDays });
  const days = withScales(panel, rows, normalisation, cache);
  if (days.length < fewestDays) {
    throw new InsufficientHistoryError(
      `The Gaussian process needs ${fewestDays} training days with complete prices after ${MAX_LAG_DAYS} days of ` +
        `lags to forecast ${panel.days[target]}; there are ${days.length}.`,
    );
  }
  const encoding = encodingOf(panel, blocks, days, encodedBy(plan, relevanceOf(panel, target, plan, cache)));
  return { days, encoding, parts: [readDays(panel, days, encoding, plan)] };
}

/** Undefined where too little is settled. */
function daysOnSettled<Features>(
  panel: Panel,
  target: number,
  usable: FeatureBlock[],
  plan: TrainingPlan<Features>,
  cache: FitCache,
): TrainingDays<Features> | undefined {
  const { windowDays, normalisation, training } = plan;
  const { fewestDays, settledDays, fewestSettledDays } = training;
  const until = settledUntil(panel, target, settledDays);
  const first = until + MAX_LAG_DAYS - windowDays;
  if (until - Math.max(0, first) < fewestSettledDays) return undefined;
  const { rows, blocks } = processRows(panel, usable, {
    target,
    windowDays: target - first,
    fewestDays,
  });
  if (!areInputsSettled(panel, { rows, blocks, fewestSettledDays }, until)) return undefined;
  const reachDays = Math.max(MAX_LAG_DAYS, normalisation.levelDays, normalisation.spreadDays);
  const from = Math.max(0, first + MAX_LAG_DAYS - reachDays);
  const relevance = relevanceOf(panel, target, plan, cache);
  const work = {
    kind: plan.kind,
    keeps: KEPT_WINDOWS,
    compute: (seen: Panel, within: Rows, options: SettledOptions) =>
      readSettled(seen, within, options, plan, cache),
  };
  const options = { windowDays: until - first, blocks, relevance };
  const { settled, days } = settledResult(work, panel, { from, until }, options, cache);
  const later = withScales(
    panel,
    rows.filter((row) => row >= until),
    normalisation,
    cache,
  );
  return {
    days: [...days.map((day) => ({ ...day, row: from + day.row })), ...later],
    encoding: settled.encoding,
    parts: [
      settled.features,
      ...(later.length === 0 ? [] : [readDays(panel, later, settled.encoding, plan)]),
    ],
    settled,
  };
}

function readSettled<Features>(
  panel: Panel,
  { from, until }: Rows,
  { windowDays, blocks, relevance }: SettledOptions,
  plan: TrainingPlan<Features>,
  cache: FitCache,
): KeptDays<Features> {
  const { rows } = processRows(panel, blocks, {
    target: until,
    windowDays,
    fewestDays: plan.training.fewestDays,
  });
  const days = withScales(panel, rows, plan.normalisation, cache);
  const encoding = encodingOf(panel, blocks, days, encodedBy(plan, relevance));
  return {
    settled: {
      count: days.length,
      encoding,
      features: readDays(panel, days, encoding, plan),
      factor: { count: days.length },
    },
    days: days.map((day) => ({ ...day, row: day.row - from })),
  };
}

function readDays<Features>(
  panel: Panel,
  days: TrainingDay[],
  encoding: DayEncoding,
  plan: TrainingPlan<Features>,
): Features {
  return plan.read(
    days.map((day) => dayGroups(panel, day.row, day.scale, encoding)),
    panel.slotsPerDay,
  );
}

function relevanceOf(
  panel: Panel,
  target: number,
  { covariance, relevance, training }: Pick<TrainingPlan<unknown>, 'covariance' | 'relevance' | 'training'>,
  cache: FitCache,
): Record<string, number> {
  if (relevance === undefined) return {};
  return inputRelevance(panel, target, { ...relevance, covariance, training }, cache);
}

function encodedBy(
  { training, covariance }: Pick<TrainingPlan<unknown>, 'training' | 'covariance'>,
  relevance: Record<string, number>,
) {
  return { ...training, lateHours: covariance.lateHours, relevance };
}

/** Whether the days before row `until` are enough to train on, and hold half of what is known of each input. */
function areInputsSettled(
  panel: Panel,
  {
    rows,
    blocks,
    fewestSettledDays,
  }: { rows: number[]; blocks: FeatureBlock[] } & Pick<ProcessTraining, 'fewestSettledDays'>,
  until: number,
): boolean {
  return (
    rows.filter((row) => row < until).length >= fewestSettledDays / 2 &&
    blocks.every((block) => {
      if (block.kind !== 'exogenous' || block.lagDays !== 0) return true;
      const known = rows.filter((row) => isBlockKnown(panel, block, row));
      return 2 * known.filter((row) => row < until).length >= known.length;
    })
  );
}
