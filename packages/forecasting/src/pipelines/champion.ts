import { DAY_COVARIANCE } from './day-covariance.ts';
import { PROCESS_TRAINING } from './training.ts';
import { BOOSTED_HOURS, INPUT_RELEVANCE, LEAR, type RecipeOf } from './members.ts';

/** Gaussian processes combined by their one-step-ahead errors, whose residuals boosted trees correct. */
export const STACKED_PROCESSES: RecipeOf<'stacked-processes'> = {
  kind: 'stacked-processes',
  process: { training: PROCESS_TRAINING, covariance: DAY_COVARIANCE, relevance: INPUT_RELEVANCE },
  processes: [
    // Normalised by the last week, prices carry over from cheap years to expensive ones.
    { levelDays: 7, spreadDays: 7, windowDays: 1456 },
    // By the last year, the level of prices keeps its meaning.
    { levelDays: 364, spreadDays: 364, windowDays: 1456 },
  ],
  weights: { days: 364, learningRate: 0.25 },
  warmUpDays: 75,
  residuals: {
    share: 0.35,
    fewestDays: 120,
    errorSize: { days: 28, fewestDays: 7 },
    levelDays: 7,
    spreadDays: 28,
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

/**
 * The most accurate recipe there is here, the same for every market. What each part is worth: benchmarks/accuracy/ablation.md; what each
 * number does: benchmarks/accuracy/constants.md.
 */
export const CHAMPION: RecipeOf<'on-partial-pit'> = {
  kind: 'on-partial-pit',
  select: {
    settledDays: 28,
    shapeDays: 364,
    fewestShapeDays: 182,
    spans: 4,
    spanDays: 91,
    mostShare: 0.9,
    leastShare: 0.05,
    leastGain: 0.03,
    shareSteps: 10,
    shareSharpness: 600,
    // It starts on the days before the span on which the transform must have paid.
    probe: {
      levelDays: 28,
      spreadDays: 28,
      windowDays: 182 + 91,
      training: PROCESS_TRAINING,
      covariance: DAY_COVARIANCE,
    },
  },
  recipe: {
    kind: 'weighted-mean',
    name: 'champion',
    members: [
      { weight: 5, recipe: STACKED_PROCESSES },
      { weight: 1, recipe: LEAR },
      { weight: 2, recipe: BOOSTED_HOURS },
    ],
  },
};
