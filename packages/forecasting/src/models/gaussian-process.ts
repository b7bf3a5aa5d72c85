import type { Panel } from '../data/panel.ts';
import { type DayGroups, forecastGroup } from '../features/day-groups.ts';
import type { CovarianceTerm, DayCovariance } from '../learners/gaussian-process/covariance.ts';
import {
  type TermWithDays,
  covariancesOf,
  covariancesWith,
  createTermWithDays,
} from '../learners/gaussian-process/covariances.ts';
import { type KeptFactor, type Posterior, posteriorOf } from '../learners/gaussian-process/posterior.ts';
import {
  type TermFeatures,
  joinTerms,
  noiseOf,
  termFeatures,
  weightedFeatures,
} from '../learners/gaussian-process/training-set.ts';
import { weightedSums } from '../learners/gaussian-process/weighted-sums.ts';
import { besideEachOther } from '../linalg/side-by-side.ts';
import { dayNumber } from '../market/delivery-day.ts';
import { type FitCache, createFitCache } from '../runtime/fit-cache.ts';
import type { InputRelevanceOptions } from '../select/input-relevance.ts';
import type { LocalScale, Normalisation } from '../target/local-scale.ts';
import { type PriceRange, rangeOf, toPrice } from '../target/price-range.ts';
import { type FittedModel, type Model, asOnlyMember } from './model.ts';
import { type TrainingDay, dayToForecast, transformedPrices } from './process-days.ts';
import { LEAST_WINDOW_DAYS, keptFactorOf, trainingDays } from './process-training.ts';

export interface GaussianProcessOptions extends Normalisation {
  /** Days before the target day that training uses, and up to 27 more (see `trainingDays`). */
  windowDays: number;
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
  /**
   * The second stage, for which days are compared by what was forecast for them: takes a one-step-ahead forecast of every training day.
   * Costs one factorisation.
   */
  fitSecondStage(forecasts: DayForecasts): SecondStage;
}

export interface SecondStage {
  hindcasts: DayForecasts;
  /** `forecast` of row `target` comes from where those of the training days came from. */
  predict(panel: Panel, target: number, forecast: Float64Array): Float64Array;
}

/** What a process reads of days. */
interface DayFeatures {
  terms: TermFeatures[];
  noise: number[];
  /** What the second stage compares beside the forecast, row-major days x weighted features. */
  secondStage: Float64Array;
}

/**
 * Gaussian-process regression over whole days: tomorrow's prices are a weighted mean of past days' prices, weighted by how alike the
 * days are in recent prices, inputs, weekday and season, plus a linear part; all slots share one covariance. Prices are normalised by
 * the level and spread of the days just before (`localScale`) and pass through asinh. One fit costs one factorisation of a matrix of
 * training days. Days with missing prices are left out (see `selectTraining`); an input counts where it is known, as much as
 * `inputRelevance` finds.
 */
export function createGaussianProcess(options: GaussianProcessOptions): Model<FittedProcess> {
  const { levelDays, spreadDays, windowDays, covariance, relevance } = options;
  const { terms, secondStageTerm, noise } = covariance;
  checkDays({ levelDays, spreadDays, windowDays });
  const normalisation = { levelDays, spreadDays };
  const read = (days: DayGroups[]): DayFeatures => ({
    terms: terms.map((term) => termFeatures(weightedFeatures(days, term), days.length)),
    noise: days.map((day) => noiseOf(day, noise)),
    secondStage: weightedFeatures(days, secondStageTerm),
  });
  const kind = `process ${JSON.stringify(options)}`;
  const plan = { kind, windowDays, normalisation, covariance, relevance, read };
  return {
    name: 'gaussian-process',
    minHistoryDays: LEAST_WINDOW_DAYS,
    memberCount: 1,
    fit: (panel, target, cache = createFitCache()) =>
      fitProcess(panel, trainingDays(panel, target, plan, cache), options, cache),
  };
}

function fitProcess(
  panel: Panel,
  { days: training, encoding, parts, settled }: ReturnType<typeof trainingDays<DayFeatures>>,
  options: GaussianProcessOptions,
  cache: FitCache,
): FittedProcess {
  const { kernel } = cache;
  const { covariance, levelDays, spreadDays } = options;
  const { terms: shapes, secondStageTerm } = covariance;
  const normalisation = { levelDays, spreadDays };
  const [firstTerm, ...furtherTerms] = shapes;
  const first = dayNumber(panel.days[0]);
  const days = training.map(({ row }) => first + row);
  const terms = joinTerms(parts.map((part) => part.terms));
  const targets = transformedPrices(panel, training);
  const toLearn = { targets, noise: parts.flatMap((part) => part.noise) };
  const further = { days, terms: terms.slice(1) };
  const keptFirst = keptFactorOf(settled, 'first stage');
  const furtherCovariances = covariancesOf(kernel, furtherTerms, further, keptFirst?.factor?.count);
  const posteriorUnder = (term: CovarianceTerm, own: TermFeatures, kept: KeptFactor | undefined) => {
    const from = kept?.factor?.count ?? 0;
    const rest =
      furtherCovariances.from <= from
        ? furtherCovariances
        : covariancesOf(kernel, furtherTerms, further, from);
    return posteriorOf(
      kernel,
      [covariancesOf(kernel, [term], { days, terms: [own] }, from), rest],
      toLearn,
      kept,
    );
  };
  const posteriors = posteriorUnder(firstTerm, terms[0], keptFirst);
  const range = rangeOf(targets);
  // One-step-ahead forecasts of settled days rest on these alone, their limits too.
  const hindcastRange =
    settled === undefined ? range : rangeOf(targets.map((target) => target.subarray(0, settled.count)));
  const hindcastsOf = (of: Posterior[]) => hindcastsFrom(of, training, hindcastRange);
  const withDays = shapes.map((term, t) => createTermWithDays(kernel, term, days, terms[t]));
  const forecast = (
    of: Posterior[],
    scale: LocalScale,
    query: { terms: CovarianceTerm[]; withDays: TermWithDays[]; day: number; groups: DayGroups },
  ): Float64Array => {
    const features = query.terms.map((term) => weightedFeatures([query.groups], term));
    const covariances = covariancesWith(query.withDays, { day: query.day, features });
    return weightedSums(
      of.map(({ weights }) => weights),
      covariances,
    ).map((z) => toPrice(z, scale, range));
  };
  return {
    hindcasts: hindcastsOf(posteriors),
    inputs: Object.keys(encoding.inputs),
    predict(seen, target) {
      const { scale, groups } = dayToForecast(seen, target, { encoding, normalisation }, cache);
      const day = dayNumber(seen.days[target]);
      return asOnlyMember(forecast(posteriors, scale, { terms: shapes, withDays, day, groups }));
    },
    fitSecondStage(forecasts) {
      const groups = training.map(({ row, scale }) => {
        const ofDay = forecasts.get(row);
        if (ofDay === undefined) throw new Error(`There is no forecast of ${panel.days[row]} to compare by.`);
        return [forecastGroup(ofDay, scale)];
      });
      const values = besideEachOther(
        parts.map((part) => part.secondStage),
        weightedFeatures(groups, secondStageTerm),
        days.length,
      );
      const own = termFeatures(values, days.length);
      const kept = keptSecondFactor(settled, values, days.length);
      const second = posteriorUnder(secondStageTerm, own, kept);
      const secondWithDays = [createTermWithDays(kernel, secondStageTerm, days, own), ...withDays.slice(1)];
      return {
        hindcasts: hindcastsOf(second),
        predict(seen, target, ofDay) {
          const { scale, groups: known } = dayToForecast(seen, target, { encoding, normalisation }, cache);
          return forecast(second, scale, {
            terms: [secondStageTerm, ...furtherTerms],
            withDays: secondWithDays,
            day: dayNumber(seen.days[target]),
            groups: [...known, forecastGroup(ofDay, scale)],
          });
        },
      };
    },
  };
}

/** What was factored of the settled days serves as long as their forecasts, which are features of the second stage, are the same. */
function keptSecondFactor(
  settled: ReturnType<typeof trainingDays<DayFeatures>>['settled'],
  values: Float64Array,
  days: number,
): KeptFactor | undefined {
  const kept = keptFactorOf(settled, 'second stage');
  if (kept === undefined) return undefined;
  const own = values.subarray(0, (values.length / days) * kept.count);
  if (kept.features?.length !== own.length || !own.every((value, i) => value === kept.features?.[i])) {
    delete kept.factor;
    kept.features = own.slice();
  }
  return kept;
}

function hindcastsFrom(posteriors: Posterior[], training: TrainingDay[], range: PriceRange): DayForecasts {
  return new Map(
    training.map(({ row, scale }, i) => [
      row,
      Float64Array.from(posteriors, ({ oneStepAhead }) => toPrice(oneStepAhead[i], scale, range)),
    ]),
  );
}

function checkDays(options: { levelDays: number; spreadDays: number; windowDays: number }): void {
  for (const [name, days] of Object.entries(options)) {
    const least = name === 'windowDays' ? LEAST_WINDOW_DAYS : 1;
    if (!Number.isInteger(days) || days < least) {
      throw new RangeError(`${name} is a whole number of days, at least ${least}; got ${days}.`);
    }
  }
}
