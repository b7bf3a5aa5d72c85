import type { Panel } from '../data/panel.ts';
import type { DayGroups } from '../features/day-groups.ts';
import type { DayCovariance } from '../learners/gaussian-process/covariance.ts';
import {
  covariancesOf,
  covariancesWith,
  createTermWithDays,
} from '../learners/gaussian-process/covariances.ts';
import { posteriorOf } from '../learners/gaussian-process/posterior.ts';
import {
  type TermFeatures,
  joinTerms,
  noiseOf,
  rowProducts,
  termFeatures,
  weightedFeatures,
} from '../learners/gaussian-process/training-set.ts';
import { sideBySide } from '../linalg/vectors.ts';
import { dayNumber } from '../market/delivery-day.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import type { InputRelevanceOptions } from './input-relevance.ts';
import type { Normalisation } from '../target/local-scale.ts';
import { type ProcessTraining, dayToForecast, rangeOf, toPrice, transformedPrices } from './process-days.ts';
import { type FittedModel, type Model, asOnlyMember } from './model.ts';
import { type TrainingDays, trainingDays } from './process-training.ts';
import { MAX_LAG_DAYS } from '../features/feature-blocks.ts';

export interface GaussianProcessOptions extends Normalisation {
  /** Days before the target day that training uses, and some more (see `trainingDays`). */
  windowDays: number;
  training: ProcessTraining;
  covariance: DayCovariance;
  /** How the relevance of each input is selected in the market; all inputs count alike where it is left out. */
  relevance?: InputRelevanceOptions | undefined;
}

/** Forecasts of days by panel row, price unit. */
export type DayForecasts = ReadonlyMap<number, Float64Array>;

export interface FittedProcess extends FittedModel {
  /** One-step-ahead forecasts of the training days, each from the days before it: from the same factorisation as the fit. */
  hindcasts: DayForecasts;
  /** Names of the inputs that the fit uses. */
  inputs: string[];
}

/** What a process reads of days. */
interface DayFeatures {
  terms: TermFeatures[];
  noise: number[];
}

/**
 * Gaussian-process regression over whole days: tomorrow's prices are a weighted mean of past days' prices, weighted by how alike the
 * days are in recent prices, inputs, weekday and season, plus a linear part; all slots share one covariance. Prices are normalised by
 * the level and spread of the days just before (`localScale`) and pass through asinh. One fit costs one factorisation of a matrix of
 * training days. Days with missing prices are left out (see `selectTraining`); an input counts where it is known, as much as
 * `inputRelevance` finds.
 */
export function createGaussianProcess(options: GaussianProcessOptions): Model<FittedProcess> {
  const { levelDays, spreadDays, windowDays, training, covariance, relevance } = options;
  const { terms, noise } = covariance;
  const leastWindowDays = training.fewestDays + MAX_LAG_DAYS;
  checkDays({ levelDays, spreadDays, windowDays }, leastWindowDays);
  const read = (days: DayGroups[]): DayFeatures => ({
    terms: terms.map((term) => termFeatures(weightedFeatures(days, term), days.length)),
    noise: days.map((day) => noiseOf(day, noise)),
  });
  const kind = `process ${JSON.stringify(options)}`;
  const normalisation = { levelDays, spreadDays };
  const plan = { kind, windowDays, training, normalisation, covariance, relevance, read };
  return {
    name: 'gaussian-process',
    minHistoryDays: leastWindowDays,
    memberCount: 1,
    fit: (panel, target, cache = createFitCache()) =>
      fitProcess(panel, trainingDays(panel, target, plan, cache), options, cache),
  };
}

function fitProcess(
  panel: Panel,
  { days: training, encoding, parts, settled }: TrainingDays<DayFeatures>,
  { covariance: { terms: shapes }, levelDays, spreadDays }: GaussianProcessOptions,
  cache: FitCache,
): FittedProcess {
  const { kernel } = cache;
  const first = dayNumber(panel.days[0]);
  const days = training.map(({ row }) => first + row);
  const terms = joinTerms(parts.map((part) => part.terms));
  const targets = transformedPrices(panel, training);
  const kept = settled?.factor;
  const covariances = covariancesOf(kernel, shapes, { days, terms }, kept?.factor?.count);
  const posteriors = posteriorOf(
    kernel,
    covariances,
    { targets, noise: parts.flatMap((part) => part.noise) },
    kept,
  );
  const weights = sideBySide(posteriors.map((posterior) => posterior.weights));
  const range = rangeOf(targets);
  // One-step-ahead forecasts of settled days rest on these alone, their limits too.
  const hindcastRange =
    settled === undefined ? range : rangeOf(targets.map((target) => target.subarray(0, settled.count)));
  const withDays = shapes.map((shape, t) => createTermWithDays(kernel, shape, days, terms[t]));
  return {
    hindcasts: new Map(
      training.map(({ row, scale }, i) => [
        row,
        Float64Array.from(posteriors, ({ oneStepAhead }) => toPrice(oneStepAhead[i], scale, hindcastRange)),
      ]),
    ),
    inputs: Object.keys(encoding.inputs),
    predict(seen, target) {
      const normalisation = { levelDays, spreadDays };
      const { scale, groups } = dayToForecast(seen, target, { encoding, normalisation }, cache);
      const features = shapes.map((term) => weightedFeatures([groups], term));
      const query = { day: dayNumber(seen.days[target]), features };
      const z = rowProducts(covariancesWith(withDays, query), weights, seen.slotsPerDay);
      return asOnlyMember(z.map((value) => toPrice(value, scale, range)));
    },
  };
}

function checkDays(
  options: { levelDays: number; spreadDays: number; windowDays: number },
  leastWindowDays: number,
): void {
  for (const [name, days] of Object.entries(options)) {
    const least = name === 'windowDays' ? leastWindowDays : 1;
    if (!Number.isInteger(days) || days < least) {
      throw new RangeError(`${name} is a whole number of days, at least ${least}; got ${days}.`);
    }
  }
}
