import type { BoundsRecipe } from '../intervals/bounds-recipe.ts';
import type { ErrorScaleOptions } from '../intervals/error-scale.ts';
import type { ClearedLimits } from '../issue/cleared-limits.ts';
import type { AuctionRecipe, ForecastRecipe, IssueRecipe } from '../issue/forecast-recipe.ts';
import type { PathRecipe } from '../scenarios/path-source.ts';
import { count, percent, type TreeNode } from './recipe-tree.ts';

/** A whole forecast in the order of its stages; `model` is the tree of what it begins with. */
export function issueNode(recipe: IssueRecipe, model: TreeNode): TreeNode {
  return recipe.kind === 'day-ahead' ? dayAheadNode(recipe, model) : auctionNode(recipe, model);
}

function dayAheadNode(recipe: ForecastRecipe, model: TreeNode): TreeNode {
  const { laterDays, quarterDeviation } = recipe;
  return {
    title: 'Forecast of the days from the next auction on',
    settings: [
      `history of ${count(recipe.historyDays, 'day')}, from the same day on for ${recipe.settledDays}`,
      `inputs that most of ${recipe.usualInputDays} runs had are usual`,
    ],
    parts: [
      { ...model, title: `Point forecast: ${model.title}` },
      {
        title: 'Past forecasts of the same time of day, which the following stages learn from',
        settings: [
          `${count(recipe.calibrationDays, 'day')}, and of ${recipe.olderCalibrationDays} before as far as they were made`,
          `${recipe.awaitedCalibrationDays} are waited for`,
          `with fewer than ${recipe.fewestCalibrationDays} errors of the weekly naive`,
          `in a row of past days issued from day ${recipe.issuedFromDays} on`,
        ],
      },
      laterDays.baselineDays === 0
        ? { title: 'Later days as the model forecasts them' }
        : {
            title: 'Later days shrunk to the mean of recent working days or weekends',
            settings: [
              `baseline of ${count(laterDays.baselineDays, 'day')}`,
              `weights from ${count(laterDays.fewestDays, 'past day')} on`,
              `of issued forecasts alone from ${laterDays.enoughIssued} on`,
            ],
          },
      boundsNode(recipe.bounds),
      limitsNode(recipe.limits, recipe.recentDays),
      {
        title: 'Quarter hours around their hour, by its steps to the hours beside it',
        settings: [
          `shape of ${count(recipe.quarterShapeDays, 'day')}`,
          `half-life ${count(quarterDeviation.halfLifeDays, 'day')}`,
          `steps shrunk by ${count(quarterDeviation.shrinkageDays, 'day')}`,
          `levels by ${count(quarterDeviation.levelShrinkageDays ?? 0, 'day')}`,
        ],
      },
      pathsNode(recipe),
    ],
  };
}

function auctionNode(recipe: AuctionRecipe, model: TreeNode): TreeNode {
  return {
    title: 'Forecast of an intraday auction',
    settings: [
      `history of ${count(recipe.historyDays, 'day')}`,
      `features look back ${count(recipe.featureDays, 'day')}`,
    ],
    parts: [
      model,
      {
        title: 'Past forecasts of the same time of day, which the bounds learn from',
        settings: [
          `${count(recipe.calibrationDays, 'day')}, by fits of ${count(recipe.fitDays, 'day')}`,
          `${recipe.awaitedCalibrationDays} are waited for`,
          `with fewer than ${recipe.fewestCalibrationDays} errors of the auction before`,
        ],
      },
      { title: 'Bounds: split conformal prediction', settings: scaleTexts(recipe.bounds.scale) },
      limitsNode(recipe.limits),
      {
        title: 'Quarter hours at the spread of their hour',
        settings: [`as wide as quarters differed from it in ${count(recipe.quarterShapeDays, 'day')}`],
      },
      pathsNode(recipe),
    ],
  };
}

function boundsNode({
  scale,
  fewestDays,
  warmUpDays,
  pitShare,
  level,
  expectedError,
  conformalHours,
  regression,
  coverage,
  reach,
}: BoundsRecipe): TreeNode {
  const [first, ...others] = expectedError.lately.map(
    ({ nearHours, halfLifeDays }) => `${nearHours} h and a half-life of ${count(halfLifeDays, 'day')}`,
  );
  return {
    title: 'Bounds: the mean of two methods on errors in units of the error to be expected',
    settings: [
      `${count(warmUpDays, 'day')} of warm-up`,
      `errors under ${percent(pitShare)} of the probability integral transform`,
    ],
    parts: [
      {
        title: 'Error to be expected: gamma regression',
        settings: [
          `errors within ${[first, ...others].join('; ')}`,
          `disagreement, distance and steepness within ${expectedError.nearHours} h, bend within ${expectedError.bendHours} h`,
          `level of ${count(level.levelDays, 'day')}, deviation of ${count(level.deviationDays, 'day')}, ${percent(level.smallestShare)} of the mean error at least`,
          `distance from the level beyond ${expectedError.smallestDistance} deviations`,
          `shrunk to the first by ${count(expectedError.priorDays, 'day')}`,
          `${percent(expectedError.smallestShare)} of the mean error at least`,
          `at most ${expectedError.furthestBeyond} times beyond past ones`,
        ],
      },
      { title: 'Conformal prediction', settings: [`hours within ${conformalHours} h`] },
      {
        title: 'Quantile regression on the distance from the level',
        settings: [
          `hours within ${regression.nearHours} h`,
          `beyond ${regression.smallestDistance} deviations`,
          `bandwidth ${regression.bandwidth}`,
          `shrinkage ${regression.shrinkage}`,
        ],
      },
      {
        title: 'Correction by past coverage',
        settings: [
          `of all hours: rate ${coverage.dayRate}, memory ${coverage.dayMemory}`,
          `of each hour: rate ${coverage.slotRate}, memory ${coverage.slotMemory}`,
          `at most ${coverage.largestFactor} times`,
        ],
      },
      {
        title: 'Reach',
        settings: [
          `at most ${reach.errors} times the largest error`,
          `beyond past prices at most ${reach.innerRanges} times their range from 10 to 90 %, ${reach.outerRanges} times outside`,
        ],
      },
      {
        title: `With fewer than ${count(fewestDays, 'day')}: split conformal prediction alone`,
        settings: scaleTexts(scale),
      },
    ],
  };
}

function scaleTexts({ halfLifeDays, nearHours, firstDays, smallestShare }: ErrorScaleOptions): string[] {
  return [
    `errors in units of their mean within ${nearHours} h`,
    `half-life ${count(halfLifeDays, 'day')}`,
    `beginning at ${count(firstDays, 'day')}`,
    `${percent(smallestShare)} of the mean error at least`,
  ];
}

/** How a forecast is held near what has cleared. */
export function limitsNode(limits: ClearedLimits, recentDays?: number): TreeNode {
  return {
    title: 'Limits: near what has cleared',
    settings: [
      `from ${count(limits.fewestDays, 'day')} on, of the auction alone from ${limits.fewestOwnDays} on`,
      ...(recentDays === undefined ? [] : [`points not below the last ${count(recentDays, 'day')}`]),
      `${percent(limits.belowLowest)} of the distance to the median below the lowest, ${percent(limits.aboveHighest)} above the highest`,
    ],
  };
}

function pathsNode({ pathDays, dependence }: PathRecipe): TreeNode {
  return {
    title: `Paths from the errors of ${count(pathDays, 'day')}`,
    settings: [
      `with fewer than ${count(dependence.fewestForecasts, 'past forecast')} by a correlation of ${dependence.assumedCorrelation} from hour to hour`,
    ],
  };
}
