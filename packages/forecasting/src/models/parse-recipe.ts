import { GROUP_NAMES } from '../features/day-groups.ts';
import type { ErrorSizeOptions } from '../features/error-features.ts';
import type { TrainingOptions } from '../features/training-rows.ts';
import type {
  CovarianceShape,
  CovarianceTerm,
  DayCovariance,
  NoiseVariance,
} from '../learners/gaussian-process/covariance.ts';
import type { RidgeOptions } from '../learners/ridge.ts';
import type { Loss } from '../learners/boosting/losses.ts';
import type { InputRelevanceOptions } from './input-relevance.ts';
import type { PartialPitOptions } from './partial-pit-option.ts';
import type { Normalisation } from '../target/local-scale.ts';
import type { BoostedHoursOptions } from './boosted-hours.ts';
import type { GaussianProcessOptions } from './gaussian-process.ts';
import {
  type Fields,
  type Read,
  list,
  number,
  object,
  ofKind,
  oneOf,
  optional,
  orAsBefore,
  someOf,
  text,
  whole,
} from './read-plain.ts';
import type { ProcessTraining } from './process-days.ts';
import type { ProcessStack, Recipe } from './recipe.ts';
import type { HourTreesOptions } from './hour-trees.ts';
import type { ResidualCorrectionOptions } from './residual-correction.ts';

/** What stood in the code until library 0.6.0, before recipes named it; they are read so, whatever a recipe of now says. */
export const AS_BEFORE = {
  settledDays: 28,
  lateHours: 2.3,
  linear: { penaltyDays: 30, folds: 6 },
  errorSize: { days: 28, fewestDays: 7 },
  shares: { steps: 10, sharpness: 600 },
  training: { fewestDays: 21, enoughDays: 84 },
  processTraining: { fewestDays: 21, fewestInputDays: 14, settledDays: 28, fewestSettledDays: 182 },
};

/** Three training days of each weekday, and the week of lags before the first. */
const SHORTEST_WINDOW_DAYS = 28;

export const days = whole(1);
export const someDays = whole(0);
export const seed = whole(0);
const window = whole(SHORTEST_WINDOW_DAYS);
export const positive = number({ above: 0 });
export const notNegative = number({ least: 0 });
/** All of something, or a part of it. */
export const part = number({ above: 0, most: 1 });
export const share = number({ least: 0, most: 1 });

const normalisation: Fields<Normalisation> = { levelDays: days, spreadDays: days };

const shape: Fields<CovarianceShape> = {
  shape: oneOf(['squared-exponential', 'matern-3/2', 'linear']),
  variance: positive,
  lasting: share,
  fadingDays: positive,
};
const term: Fields<CovarianceTerm> = { ...shape, weights: someOf(GROUP_NAMES, notNegative) };
const noise = object<NoiseVariance>({ usual: positive, unknownInputs: notNegative });
const covariance = object<DayCovariance>({
  terms: list(object(term), 1),
  noise,
  lateHours: orAsBefore(positive, AS_BEFORE.lateHours),
});
const training = orAsBefore(
  object<TrainingOptions>({ fewestDays: days, enoughDays: days }),
  AS_BEFORE.training,
);
const processTraining = orAsBefore(
  object<ProcessTraining>({
    fewestDays: days,
    fewestInputDays: days,
    settledDays: days,
    fewestSettledDays: days,
  }),
  AS_BEFORE.processTraining,
);
const ridge = object<RidgeOptions>({ penaltyDays: positive, folds: whole(2) });
const relevance = object<InputRelevanceOptions>({
  searchDays: days,
  fewestDays: days,
  normalisations: list(object(normalisation), 1),
  steps: list(number({ above: 1 })),
  penalty: notNegative,
});
/** The settings of a Gaussian process. */
export const process: Fields<GaussianProcessOptions> = {
  ...normalisation,
  windowDays: window,
  training: processTraining,
  covariance,
  relevance: optional(relevance),
};
const loss: Read<Loss> = ofKind<Loss>({
  squared: {},
  absolute: {},
  huber: { delta: positive },
  quantile: { level: number({ above: 0, below: 1 }) },
});
const hourTrees: Fields<HourTreesOptions> = {
  ...normalisation,
  loss,
  trees: whole(1),
  maxLeaves: whole(2),
  learningRate: part,
  hourShare: part,
  memoryDays: positive,
  refitDays: optional(days),
  minLeafRows: whole(1),
  shrinkage: notNegative,
  columnShare: part,
  maxBins: whole(2, 255),
  seed,
};
const boostedHours: Fields<BoostedHoursOptions> = {
  windowDays: window,
  training,
  linear: orAsBefore(ridge, AS_BEFORE.linear),
  ...hourTrees,
};
const residuals = object<ResidualCorrectionOptions>({
  share,
  fewestDays: days,
  errorSize: orAsBefore(object<ErrorSizeOptions>({ days, fewestDays: days }), AS_BEFORE.errorSize),
  ...hourTrees,
});
const stack: Fields<ProcessStack> = {
  process: object<ProcessStack['process']>({
    training: processTraining,
    covariance,
    relevance: optional(relevance),
  }),
  processes: list(object<ProcessStack['processes'][number]>({ ...normalisation, windowDays: window }), 1),
  weights: object<ProcessStack['weights']>({ days, learningRate: notNegative }),
  warmUpDays: someDays,
  residuals,
};
const partialPit = object<PartialPitOptions>({
  settledDays: orAsBefore(days, AS_BEFORE.settledDays),
  shapeDays: days,
  fewestShapeDays: days,
  spans: whole(1),
  spanDays: days,
  mostShare: part,
  leastShare: share,
  leastGain: notNegative,
  shareSteps: orAsBefore(whole(1), AS_BEFORE.shares.steps),
  shareSharpness: orAsBefore(positive, AS_BEFORE.shares.sharpness),
  probe: object(process),
});

/** The recipe of a model as a part of other plain data. */
export const readRecipe: Read<Recipe> = (value, path) => anyRecipe(value, path);

const anyRecipe = ofKind<Recipe>({
  'weekly-naive': {},
  'standard-naive': {},
  lear: { windows: list(window, 1), training },
  'gaussian-process': process,
  'stacked-processes': stack,
  'boosted-hours': boostedHours,
  'weighted-mean': { name: text, members: list(object({ weight: positive, recipe: readRecipe }), 1) },
  'on-partial-pit': { select: partialPit, recipe: readRecipe },
});

/**
 * The recipe that plain data hold, such as what JSON.parse gives. Checks kinds, fields, types and bounds of the whole tree; throws a
 * RecipeError that names the place of the first fault and what is expected there. Fields that it does not know are faults.
 */
export function parseRecipe(value: unknown): Recipe {
  return readRecipe(value, '');
}
