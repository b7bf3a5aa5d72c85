import type { Panel } from '../data/panel.ts';
import { type DayEncoding, type DayGroups, dayGroups } from '../features/day-groups.ts';
import { MAX_LAG_DAYS } from '../features/feature-blocks.ts';
import type { DayCovariance } from '../learners/gaussian-process/covariance.ts';
import { covariancesOfGrams } from '../learners/gaussian-process/covariances.ts';
import { oneStepAheadOf } from '../learners/gaussian-process/posterior.ts';
import {
  type TrainingTargets,
  noiseOf,
  weightedFeatures,
} from '../learners/gaussian-process/training-set.ts';
import { innerProducts } from '../linalg/normal-equations.ts';
import { dayNumber } from '../market/delivery-day.ts';
import {
  type ProcessTraining,
  type TrainingDay,
  encodingOf,
  processBlocks,
  processRows,
  transformedPrices,
  withScales,
} from './process-days.ts';
import type { FitCache } from '../kernel/fit-cache.ts';
import type { Normalisation } from '../target/local-scale.ts';
import { type Rows, settledResult, settledUntil } from './settled.ts';

/** How the relevance of the inputs is selected. */
export interface InputRelevanceOptions {
  /** Days whose one-step-ahead errors decide. */
  searchDays: number;
  /** Days with complete prices among them below which every input counts 1. */
  fewestDays: number;
  /** The probe processes differ in their target normalisation. */
  normalisations: Normalisation[];
  /** Factors by which the relevance of each input is raised or lowered, one sweep each. */
  steps: number[];
  /** Penalty: how much smaller the error's logarithm must be for each squared logarithm of a relevance that is not 1. */
  penalty: number;
}

type SearchOptions = InputRelevanceOptions & { covariance: DayCovariance; training: ProcessTraining };

/**
 * How much each exogenous input counts in this market, relative to what is usual (1): the factors with the least one-step-ahead errors of
 * probe processes in the year before (see `settledUntil`), by coordinate search with a penalty for leaving 1. Empty where less than
 * `fewestDays` are known.
 */
export function inputRelevance(
  panel: Panel,
  target: number,
  options: SearchOptions,
  cache: FitCache,
): Record<string, number> {
  const { searchDays, fewestDays, normalisations, training } = options;
  const until = settledUntil(panel, target, training.settledDays);
  // What the first day is normalised by reaches back so far.
  const reachDays = Math.max(
    MAX_LAG_DAYS,
    ...normalisations.flatMap(({ levelDays, spreadDays }) => [levelDays, spreadDays]),
  );
  const from = Math.max(0, until - searchDays - reachDays);
  if (until - from < fewestDays || panel.exogenous.length === 0) return {};
  return settledResult({ kind: 'input relevance', compute: search }, panel, { from, until }, options, cache);
}

function search(
  panel: Panel,
  { until }: Rows,
  options: SearchOptions,
  cache: FitCache,
): Record<string, number> {
  const { searchDays, fewestDays, normalisations, steps, penalty, training, covariance } = options;
  const cases = normalisations.map((normalisation) => {
    const window = {
      target: until,
      windowDays: searchDays + MAX_LAG_DAYS,
      fewestDays: training.fewestDays,
    };
    const { rows, blocks } = processRows(panel, processBlocks(panel), window);
    const days = withScales(panel, rows, normalisation, cache);
    return {
      days,
      encoding: encodingOf(panel, blocks, days, { ...training, lateHours: covariance.lateHours }),
    };
  });
  if (cases.some(({ days }) => days.length < fewestDays)) return {};
  const names = Object.keys(cases[0].encoding.inputs);
  const probes = cases.map((one) => probeOf(panel, one, options, cache));
  const costs = new Map<string, number>();
  const costOf = (relevance: Record<string, number>): number => {
    const key = names.map((name) => relevance[name]).join(' ');
    const cost =
      costs.get(key) ??
      probes.reduce(
        (sum, one) => sum + Math.log(errorOf(one, relevance, options, cache)) / probes.length,
        0,
      ) +
        penalty * names.reduce((sum, name) => sum + Math.log(relevance[name]) ** 2, 0);
    costs.set(key, cost);
    return cost;
  };
  let best = Object.fromEntries(names.map((name) => [name, 1]));
  let least = costOf(best);
  for (const step of steps) {
    for (const name of names) {
      for (const factor of [step, 1 / step]) {
        const relevance = { ...best, [name]: best[name] * factor };
        const cost = costOf(relevance);
        if (!(cost < least)) continue;
        least = cost;
        best = relevance;
        break;
      }
    }
  }
  return best;
}

/** What a probe process is trained on, whatever the relevance: inner products of the days' features for each term, in parts. */
interface Probe extends TrainingTargets {
  /** Day numbers. */
  days: number[];
  /** Of what is no input. */
  fixed: Float64Array[];
  /** By name of the input, of relevance 1. */
  ofInput: Record<string, Float64Array[]>;
}

function probeOf(
  panel: Panel,
  { days: training, encoding }: { days: TrainingDay[]; encoding: DayEncoding },
  { covariance: { terms, noise } }: SearchOptions,
  { kernel }: FitCache,
): Probe {
  const names = Object.keys(encoding.inputs);
  /** With the relevance of one input 1 and that of the others 0. */
  const groupsOf = (only: string | undefined): DayGroups[] => {
    const inputs = Object.fromEntries(
      names.map((name) => [name, { ...encoding.inputs[name], relevance: name === only ? 1 : 0 }]),
    );
    return training.map(({ row, scale }) => dayGroups(panel, row, scale, { ...encoding, inputs }));
  };
  const gramsOf = (days: DayGroups[]): Float64Array[] =>
    terms.map((term) => innerProducts(kernel, weightedFeatures(days, term), days.length));
  const whole = groupsOf(undefined);
  const first = dayNumber(panel.days[0]);
  return {
    days: training.map(({ row }) => first + row),
    fixed: gramsOf(whole),
    ofInput: Object.fromEntries(
      names.map((name) => [
        name,
        gramsOf(groupsOf(name).map((day) => day.filter((group) => group.name.startsWith('input')))),
      ]),
    ),
    targets: transformedPrices(panel, training),
    noise: whole.map((day) => noiseOf(day, noise)),
  };
}

/** Mean absolute error of the transformed prices of the later two thirds of the days, each predicted from the days before it. */
function errorOf(
  { days, fixed, ofInput, ...training }: Probe,
  relevance: Record<string, number>,
  { covariance: { terms } }: SearchOptions,
  { kernel }: FitCache,
): number {
  const grams = fixed.map((values, t) => {
    const sum = values.slice();
    for (const [name, parts] of Object.entries(ofInput)) {
      const square = relevance[name] ** 2;
      const part = parts[t];
      for (let i = 0; i < sum.length; i++) sum[i] += square * part[i];
    }
    return sum;
  });
  const ahead = oneStepAheadOf(kernel, covariancesOfGrams(kernel, terms, { days, grams }), training);
  const from = Math.ceil(days.length / 3);
  let error = 0;
  training.targets.forEach((target, slot) => {
    for (let i = from; i < days.length; i++) error += Math.abs(target[i] - ahead[slot][i]);
  });
  return error / (days.length - from) / training.targets.length;
}
