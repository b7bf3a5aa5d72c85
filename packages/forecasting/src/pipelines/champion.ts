import type { GaussianProcessOptions } from '../models/gaussian-process.ts';
import type { Recipe } from '../models/recipe.ts';
import { DAY_COVARIANCE } from './day-covariance.ts';
import { BOOSTED_HOURS, INPUT_RELEVANCE, LEAR, PROCESSES_BY_TIME } from './members.ts';

/** The small process whose errors decide whether an option has paid. */
const probe = (windowDays: number): GaussianProcessOptions => ({
  levelDays: 28,
  spreadDays: 28,
  windowDays,
  covariance: DAY_COVARIANCE,
});

/** Gaussian processes stacked in two stages, their residuals corrected by boosted trees. */
export const STACKED_PROCESSES: Recipe = {
  kind: 'two-stage-processes',
  process: { covariance: DAY_COVARIANCE, relevance: INPUT_RELEVANCE },
  processes: [
    // Normalised by the last week and by the last four, prices carry over from cheap years to expensive ones.
    { levelDays: 7, spreadDays: 7, windowDays: 1456 },
    { levelDays: 28, spreadDays: 28, windowDays: 1456 },
    // By the last year, the level of prices keeps its meaning.
    { levelDays: 364, spreadDays: 364, windowDays: 1456 },
    // A year and a half alone, for the time after an upheaval.
    { levelDays: 28, spreadDays: 364, windowDays: 546 },
  ],
  baseProcesses: 2,
  secondStageShare: 3 / 7,
  weights: { days: 364, warmUpDays: 75, learningRate: 0.25 },
  residuals: {
    share: 0.35,
    fewestDays: 120,
    hourShare: 0.5,
    memoryDays: 600,
    loss: { kind: 'absolute' },
    trees: 80,
    learningRate: 0.05,
    maxLeaves: 12,
    minLeafRows: 50,
    shrinkage: 20,
    columnShare: 0.5,
    maxBins: 63,
    seed: 1,
  },
};

/** The most accurate recipe there is here, the same for every market. */
export const CHAMPION: Recipe = {
  kind: 'with-holidays',
  select: {
    proofDays: 546,
    warmUpDays: 112,
    reachDays: 56,
    feltAfterDays: [0, 1, 7],
    fewestDays: 12,
    leastGain: 0.02,
    probe: probe(546 + 112),
  },
  recipe: {
    kind: 'on-partial-pit',
    select: {
      shapeDays: 364,
      fewestShapeDays: 182,
      spans: 4,
      spanDays: 91,
      mostShare: 0.9,
      leastShare: 0.05,
      leastGain: 0.03,
      probe: probe(182 + 91),
    },
    recipe: {
      kind: 'weighted-mean',
      name: 'champion',
      members: [
        { weight: 7, recipe: STACKED_PROCESSES },
        { weight: 0.5, recipe: LEAR },
        { weight: 1.5, recipe: BOOSTED_HOURS },
        { weight: 1, recipe: { ...BOOSTED_HOURS, scale: 'year' } },
        { weight: 1.2, recipe: PROCESSES_BY_TIME },
      ],
    },
  },
};
