import type { Recipe } from '../models/recipe.ts';
import type { InputRelevanceOptions } from '../models/input-relevance.ts';
import { DAY_COVARIANCE } from './day-covariance.ts';
import { PROCESS_TRAINING, TRAINING } from './training.ts';

/** A recipe of one kind, whose settings can be read and changed. */
export type RecipeOf<Kind extends Recipe['kind']> = Extract<Recipe, { kind: Kind }>;

/** The published recipe of LEAR has windows of 56, 84, 1092 and 1456 days; these learn from two years at most. */
export const LEAR: RecipeOf<'lear'> = {
  kind: 'lear',
  windows: [56, 84, 364, 728],
  training: TRAINING,
};

/** How the relevance of each input is selected: on the errors of the last year of processes normalised by one week and by four. */
export const INPUT_RELEVANCE: InputRelevanceOptions = {
  searchDays: 364,
  fewestDays: 182,
  normalisations: [
    { levelDays: 7, spreadDays: 7 },
    { levelDays: 28, spreadDays: 28 },
  ],
  steps: [1.4, 1.4, 1.4, 1.18],
  penalty: 0.0165,
};

/** A Gaussian process over whole days, normalised by the last week, on four years. */
export const GAUSSIAN_PROCESS: RecipeOf<'gaussian-process'> = {
  kind: 'gaussian-process',
  levelDays: 7,
  spreadDays: 7,
  windowDays: 1456,
  training: PROCESS_TRAINING,
  covariance: DAY_COVARIANCE,
  relevance: INPUT_RELEVANCE,
};

/** Boosted trees over the hours of all days, normalised by the last weeks. */
export const BOOSTED_HOURS: RecipeOf<'boosted-hours'> = {
  kind: 'boosted-hours',
  windowDays: 1099,
  training: TRAINING,
  linear: { penaltyDays: 30, folds: 6 },
  levelDays: 7,
  spreadDays: 28,
  loss: { kind: 'absolute' },
  trees: 100,
  maxLeaves: 8,
  learningRate: 0.16,
  hourShare: 0.6,
  memoryDays: 1500,
  minLeafRows: 60,
  shrinkage: 20,
  columnShare: 0.4,
  maxBins: 63,
  seed: 1,
};
