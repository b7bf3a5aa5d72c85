import type {
  CovarianceShape,
  DayCovariance,
  NoiseVariance,
} from '../learners/gaussian-process/covariance.ts';
import type { Loss } from '../learners/boosting/losses.ts';
import type { BoostedHoursOptions } from '../models/boosted-hours.ts';
import type { GaussianProcessOptions } from '../models/gaussian-process.ts';
import type { TrainingOptions } from '../features/training-rows.ts';
import type { ProcessTraining } from '../models/process-days.ts';
import type { HourTreesOptions } from '../models/hour-trees.ts';
import type { LearOptions } from '../models/lear.ts';
import { parseRecipe } from '../models/parse-recipe.ts';
import type { SpreadOptions, SpreadRecipe } from '../intraday/spread-model.ts';
import type { IssueRecipe } from '../issue/forecast-recipe.ts';
import type { ProcessStack, Recipe } from '../models/recipe.ts';
import type { ResidualCorrectionOptions } from '../models/residual-correction.ts';
import type { InputRelevanceOptions } from '../models/input-relevance.ts';
import type { PartialPitOptions } from '../models/partial-pit-option.ts';
import type { ZoneRecipe } from '../zones/zone-recipe.ts';
import type { Normalisation } from '../target/local-scale.ts';
import { issueNode } from './issue-tree.ts';
import { count, percent, type TreeNode, treeLines } from './recipe-tree.ts';
import { zoneNode } from './zone-tree.ts';

const COLUMNS = 80;

/** Shows an object of its kind where it is met first, under a name, and names it from then on. */
type Name = (kind: string, value: unknown, show: () => TreeNode) => { name: string; parts: TreeNode[] };

/**
 * A recipe, of a model, of a whole forecast or of a zone's spread, as a tree for a reader, at most 80 columns wide: each part in the terms of the field with all its settings and their units.
 * What is there several times (covariances, probe models, input relevance) is shown where it is met first, and named from then on.
 */
export function formatRecipe(recipe: Recipe | SpreadRecipe | IssueRecipe | ZoneRecipe): string {
  return treeLines(anyNode(recipe, createName()), COLUMNS).join('\n');
}

function anyNode(recipe: Recipe | SpreadRecipe | IssueRecipe | ZoneRecipe, name: Name): TreeNode {
  switch (recipe.kind) {
    case 'day-ahead':
      return issueNode(recipe, nodeOf(parseRecipe(recipe.point), name));
    case 'intraday-auction':
      return issueNode(recipe, spreadNode(recipe.spread, name));
    case 'intraday-spread':
      return spreadNode(recipe, name);
    case 'zone-spread':
      return zoneNode(recipe);
    default:
      // Parsed, its keys are in one order, whatever that of a file or database is.
      return nodeOf(parseRecipe(recipe), name);
  }
}

function createName(): Name {
  const known = new Map<string, Map<string, string>>();
  return (kind, value, show) => {
    const names = known.get(kind) ?? new Map<string, string>();
    known.set(kind, names);
    const key = JSON.stringify(value);
    const met = names.get(key);
    if (met !== undefined) return { name: met, parts: [] };
    const name = `${kind} ${String.fromCharCode('A'.charCodeAt(0) + names.size)}`;
    names.set(key, name);
    const node = show();
    return { name, parts: [{ ...node, title: `${capital(name)}: ${node.title}` }] };
  };
}

function nodeOf(recipe: Recipe, name: Name): TreeNode {
  switch (recipe.kind) {
    case 'weekly-naive':
      return { title: 'Weekly naive: the prices of a week before' };
    case 'standard-naive':
      return {
        title:
          'Standard naive: the prices of the day before; of a week before for Mondays, Saturdays and Sundays',
      };
    case 'lear':
      return learNode(recipe);
    case 'gaussian-process':
      return processNode(recipe, name);
    case 'stacked-processes':
      return stackNode(recipe, name);
    case 'boosted-hours':
      return boostedNode(recipe);
    case 'weighted-mean':
      return meanNode(recipe, name);
    case 'on-partial-pit':
      return pitNode(recipe.select, recipe.recipe, name);
  }
}

function pitNode(select: PartialPitOptions, recipe: Recipe, name: Name): TreeNode {
  const probe = probeOf(select.probe, name);
  return {
    title: 'Partial probability integral transform of the price, as far as it has paid',
    settings: [
      `shape: the prices of the last ${count(select.shapeDays, 'day')}, ${select.fewestShapeDays} at least`,
      `errors of ${probe.name} in the last ${count(select.spans, 'span')} of ${count(select.spanDays, 'day')}`,
      `at most ${percent(select.mostShare)} of the transform, none below ${percent(select.leastShare)} of that`,
      `least gain ${percent(select.leastGain)}`,
      `${count(select.shareSteps, 'step')} of the share, a relative error of 1/${select.shareSharpness} weighs e times less`,
      `selected for ${count(select.settledDays, 'day')}`,
    ],
    parts: [...probe.parts, nodeOf(recipe, name)],
  };
}

function meanNode(
  { name: title, members }: Extract<Recipe, { kind: 'weighted-mean' }>,
  name: Name,
): TreeNode {
  const total = members.reduce((sum, { weight }) => sum + weight, 0);
  return {
    title: `Weighted mean "${title}"`,
    settings: [`weights ${members.map(({ weight }) => weight).join(', ')}`],
    parts: members.map(({ weight, recipe }) => {
      const node = nodeOf(recipe, name);
      return { ...node, title: `${percent(weight / total)}: ${node.title}` };
    }),
  };
}

function stackNode(
  { process, processes, weights, warmUpDays, residuals }: ProcessStack,
  name: Name,
): TreeNode {
  const common = commonOf(process, name);
  return {
    title: 'Two-stage stacking of Gaussian processes on their one-step-ahead forecasts',
    settings: [
      common.covariance,
      common.relevance,
      ...processTrainingTexts(process.training),
      `${count(warmUpDays, 'day')} of warm-up`,
    ],
    parts: [
      ...common.parts,
      ...processes.map((own, i) => ({
        title: `Process ${i + 1}: ${normalisedBy(own)}; training window ${count(own.windowDays, 'day')}`,
      })),
      {
        title: 'Weights of the processes: exponentiated gradient',
        settings: [
          `errors of the last ${count(weights.days, 'day')}`,
          `learning rate ${weights.learningRate}`,
        ],
      },
      residualNode(residuals),
    ],
  };
}

function residualNode(options: ResidualCorrectionOptions): TreeNode {
  return {
    title: 'Residual correction of process 1 by boosted trees',
    settings: [
      `features normalised by ${daysText(options)}`,
      `${percent(options.share)} of the predicted error is added`,
      `from ${count(options.fewestDays, 'day')} of errors on`,
      `errors in units of their mean in ${count(options.errorSize.days, 'day')}, ${options.errorSize.fewestDays} at least`,
      ...treeSettings(options),
    ],
  };
}

function boostedNode(options: BoostedHoursOptions): TreeNode {
  return {
    title: 'Boosted trees over the hours of all days',
    settings: [
      normalisedBy(options),
      `training window ${count(options.windowDays, 'day')}`,
      ...trainingTexts(options.training),
      `ridge regressions: penalty ${count(options.linear.penaltyDays, 'day')} of a year, ${options.linear.folds} folds`,
      ...treeSettings(options),
    ],
  };
}

function learNode({ windows, training }: LearOptions): TreeNode {
  return {
    title: 'LEAR: LASSO regressions of each hour, mean over the windows',
    settings: [`training windows ${windows.join(', ')} days`, ...trainingTexts(training)],
  };
}

function processNode(options: GaussianProcessOptions, name: Name): TreeNode {
  const common = commonOf(options, name);
  return {
    title: 'Gaussian process over whole days',
    settings: [
      normalisedBy(options),
      `training window ${count(options.windowDays, 'day')}`,
      ...processTrainingTexts(options.training),
      common.covariance,
      common.relevance,
    ],
    parts: common.parts,
  };
}

function trainingTexts({ fewestDays, enoughDays }: TrainingOptions): string[] {
  return [`${count(fewestDays, 'day')} at least, ${enoughDays} with an input, or half of all`];
}

function processTrainingTexts(options: ProcessTraining): string[] {
  return [
    `${count(options.fewestDays, 'day')} at least, ${options.fewestInputDays} with an input`,
    `first days and relevance the same for ${count(options.settledDays, 'day')}, from ${options.fewestSettledDays} such days on`,
  ];
}

/** What processes share: shown once, named where it is met again. */
function commonOf(
  { covariance, relevance }: Pick<GaussianProcessOptions, 'covariance' | 'relevance'>,
  name: Name,
): { covariance: string; relevance: string; parts: TreeNode[] } {
  const own = name('covariance', covariance, () => covarianceNode(covariance));
  const selected = relevance && name('input relevance', relevance, () => relevanceNode(relevance));
  return {
    covariance: own.name,
    relevance: selected?.name ?? 'all inputs count alike',
    parts: [...own.parts, ...(selected?.parts ?? [])],
  };
}

function probeOf(probe: GaussianProcessOptions, name: Name): { name: string; parts: TreeNode[] } {
  return name('probe model', probe, () => processNode(probe, name));
}

function covarianceNode({ terms, noise, lateHours }: DayCovariance): TreeNode {
  return {
    title: 'the sum of its terms, each over groups of features with their weights',
    settings: [noiseText(noise), `late prices count e times less by ${lateHours} h`],
    parts: terms.map((term, i) => ({
      title: termTitle(term, i),
      settings: Object.entries(term.weights).map(([group, weight]) => `${group} ${String(weight)}`),
    })),
  };
}

function relevanceNode(options: InputRelevanceOptions): TreeNode {
  const normalisations = options.normalisations.map(
    ({ levelDays, spreadDays }) => `${levelDays} and ${spreadDays} days`,
  );
  return {
    title: 'factors of the inputs by coordinate search',
    settings: [
      `errors of the last ${count(options.searchDays, 'day')}, ${options.fewestDays} at least`,
      `processes normalised by level and spread of ${normalisations.join(', ')}`,
      `steps ${options.steps.join(', ')}`,
      `penalty ${options.penalty} for each squared logarithm`,
    ],
  };
}

function spreadNode(options: SpreadOptions, name: Name): TreeNode {
  const { analogues, features } = options;
  const { likeHours } = features;
  const drawn =
    options.drawnDays === Infinity
      ? ''
      : `, on average at most ${count(options.drawnDays, 'day')} for each tree`;
  return {
    title: 'Spread to the auction before: boosted trees and the median of analogues',
    settings: [
      `${percent(1 - options.analogueShare)} trees, ${percent(options.analogueShare)} median of analogues`,
      `training window ${count(options.windowDays, 'day')}, ${options.minHistoryDays} at least`,
      `${count(options.trees, 'tree')} for each seed, at most ${count(options.maxLeaves, 'leaf', 'leaves')}`,
      `learning rate ${options.learningRate}`,
      `leaves of at least ${count(options.minLeafRows, 'period')}`,
      `shrinkage ${count(options.shrinkage, 'period')} of value 0`,
      `${percent(options.columnShare)} of the features for each tree`,
      `chance of the newest day ${percent(options.dayChance)}${drawn}`,
      options.drawsSlots ? 'each period drawn for itself' : 'days drawn as a whole',
    ],
    parts: [
      {
        title: 'Size of the spread',
        settings: [
          `seeds ${options.seeds.join(', ')}`,
          `half-life ${count(options.halfLifeDays, 'day')}, of every second seed ${count(options.shortHalfLifeDays, 'day')}`,
        ],
      },
      {
        title: 'Direction of the spread, which shrinks it where it is in doubt',
        settings: [
          options.directionSeeds.length === 0
            ? 'not used'
            : `seeds ${options.directionSeeds.join(', ')}; half-life ${count(options.shortHalfLifeDays, 'day')}`,
          `${percent(options.direction.treeShare)} trees, the rest analogues; counts from a lead of ${options.direction.leastLead} on, in full from ${options.direction.fullLead}`,
        ],
      },
      {
        title: 'Analogues: past hours by likeness',
        settings: [
          `of the last ${count(analogues.windowDays, 'day')}`,
          `1/e at an age of ${count(analogues.ageScaleDays, 'day')} and at ${percent(analogues.slotScaleShare)} of a day from the time of day`,
          `weights of price ${analogues.weights.price}, mean of the day ${analogues.weights.dayMean}, change from the day before ${analogues.weights.change}, spread of the day before ${analogues.weights.spreadBefore}`,
        ],
      },
      {
        title: 'Features of past days; weights are those of the newest day',
        settings: [
          `past spreads of a period by ${features.slotWeights.join(', ')}, of the day by ${features.dayWeight}`,
          `periods without a spread in ${count(features.nilDaysOfSlot, 'day')} of a period, ${features.nilDays} of all`,
          `mean spread of analogous hours of ${count(likeHours.windowDays, 'day')}: 1/e at ${likeHours.priceScale} EUR/MWh, ${count(likeHours.slotScale, 'period')}, ${count(likeHours.ageScaleDays, 'day')}`,
          `usual shape by ${features.usual.shapeWeight}, bends by ${features.usual.bendWeight}, shape of analogous days by ${features.usual.kindWeight}`,
        ],
      },
      {
        title: 'What the prices of the auction before were to be',
        parts: [nodeOf({ kind: 'gaussian-process', ...options.reference }, name)],
      },
    ],
  };
}

function normalisedBy(normalisation: Normalisation): string {
  return `target normalised by ${daysText(normalisation)}`;
}

function daysText({ levelDays, spreadDays }: Normalisation): string {
  return `the level of ${count(levelDays, 'day')} and the spread of ${count(spreadDays, 'day')}`;
}

function treeSettings(options: HourTreesOptions): string[] {
  return [
    `${percent(options.hourShare)} of the latest hours for each tree, falling to 1/e of that at an age of ${count(options.memoryDays, 'day')}`,
    lossText(options.loss),
    `${count(options.trees, 'tree')} of at most ${count(options.maxLeaves, 'leaf', 'leaves')}`,
    `learning rate ${options.learningRate}`,
    `leaves of at least ${count(options.minLeafRows, 'hour')}`,
    `shrinkage ${count(options.shrinkage, 'hour')} of value 0`,
    `${percent(options.columnShare)} of the features for each tree`,
    `at most ${count(options.maxBins, 'bin')}`,
    `seed ${options.seed}`,
    ...(options.refitDays === undefined ? [] : [`a fit serves for ${count(options.refitDays, 'day')}`]),
  ];
}

function lossText(loss: Loss): string {
  if (loss.kind === 'huber') return `Huber loss with delta ${loss.delta}`;
  if (loss.kind === 'quantile') return `pinball loss of the ${percent(loss.level)} quantile`;
  return `${loss.kind} loss`;
}

function termTitle(term: CovarianceShape, index: number): string {
  return `Term ${index + 1}: ${shapeText(term)}`;
}

function shapeText({ shape, variance, lasting, fadingDays }: CovarianceShape): string {
  const fading =
    lasting === 1
      ? ''
      : `, ${percent(lasting)} lasting, the rest falling to 1/e in ${count(fadingDays, 'day')}`;
  return `${shape.replace('matern', 'Matern').replace('-exponential', ' exponential')}, variance ${variance}${fading}`;
}

function noiseText({ usual, unknownInputs }: NoiseVariance): string {
  return `noise variance ${usual}, and ${unknownInputs} more without inputs`;
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
