import type { Recipe } from '@lonja/forecasting';
import type { Variant } from './variant-losses.ts';

/** A number of a recipe, or a list of them, and what it means. */
export interface RecipeConstant {
  /** The end of its path in the recipe; equal ends are one constant. */
  at: string;
  value: number | number[];
  meaning: string;
  unit: string;
  chosenOn: string;
}

type Json = number | string | boolean | Json[] | { [key: string]: Json };

interface Description {
  /** The end of a path; `*` stands for any step, `a|b` for one of two. The first that fits counts. */
  at: string;
  meaning: string;
  unit: string;
  chosenOn: keyof typeof CHOSEN_ON;
}

/** On what days constants were chosen. */
export const CHOSEN_ON = {
  search:
    'one-step-ahead errors of the last 546 days before the test spans of NP, PJM, FR and of Spain 2019-2021',
  spain:
    'Spain 2019-2025 alone, for want of price signals elsewhere; days after the span of SP_2023 are among them',
  before: 'the last half years before the test spans of NP, PJM, FR, of Spain 2021 and 2025',
  simplified: 'nine development markets, 2014-2016 and 2023, when the champion was made simpler',
  published: 'as published, or by convention',
} as const;

const DESCRIPTIONS: Description[] = [
  {
    at: 'covariance/lateHours',
    meaning: 'hours in which a price counts e times less in late price[d-1], back from midnight',
    unit: 'hours',
    chosenOn: 'search',
  },
  {
    at: 'training/fewestDays',
    meaning: 'training days below which nothing is fitted',
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'training/enoughDays',
    meaning: 'days with an input from which on the days without it are left out',
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'training/fewestInputDays',
    meaning: 'training days below which a process leaves an input out',
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'training/settledDays',
    meaning: 'days for which the first training days of a process stay the same',
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'training/fewestSettledDays',
    meaning: 'days that could stay the same below which a process reads all days anew',
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'select/settledDays',
    meaning: 'days that a selection of the transform serves for',
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'select/shareSteps',
    meaning: 'steps from none of the transform to all of it, each of which is tried',
    unit: 'steps',
    chosenOn: 'before',
  },
  {
    at: 'select/shareSharpness',
    meaning: 'part of the least error by which a share of the transform counts e times less, as one over it',
    unit: 'one over a share of the error',
    chosenOn: 'before',
  },
  {
    at: 'linear/penaltyDays',
    meaning: 'penalty of the ridge regressions, of a year of training days',
    unit: 'days',
    chosenOn: 'before',
  },
  {
    at: 'linear/folds',
    meaning: 'blocks of days that are left out in turn for linear forecasts of training days',
    unit: 'blocks',
    chosenOn: 'before',
  },
  {
    at: 'errorSize/days',
    meaning: 'days over which the size of errors is taken that the residual correction divides by',
    unit: 'days',
    chosenOn: 'before',
  },
  {
    at: 'errorSize/fewestDays',
    meaning: 'fewest of them with known errors',
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'covariance/terms/*/variance',
    meaning: 'how much a term of the covariance counts',
    unit: 'squared normalised price',
    chosenOn: 'search',
  },
  {
    at: 'covariance/terms/*/lasting',
    meaning: 'share of a term that never fades with the days between',
    unit: 'share',
    chosenOn: 'search',
  },
  {
    at: 'covariance/terms/*/fadingDays',
    meaning: 'days in which the rest of a term fades by e',
    unit: 'days',
    chosenOn: 'search',
  },
  {
    at: 'covariance/terms/*/weights/price signal',
    meaning: 'how far price signals set days apart',
    unit: 'distance for a standard deviation',
    chosenOn: 'spain',
  },
  {
    at: 'covariance/terms/*/weights/price signal mean',
    meaning: 'how far the mean price signal moves the price',
    unit: 'distance for a standard deviation',
    chosenOn: 'spain',
  },
  {
    at: 'covariance/terms/*/weights/*',
    meaning: 'how far this group of features sets days apart in the term',
    unit: 'distance for a standard deviation',
    chosenOn: 'search',
  },
  {
    at: 'covariance/noise/usual',
    meaning: 'variance that no feature explains',
    unit: 'squared normalised price',
    chosenOn: 'search',
  },
  {
    at: 'covariance/noise/unknownInputs',
    meaning: 'further variance on days without inputs',
    unit: 'squared normalised price',
    chosenOn: 'before',
  },
  {
    at: 'relevance/searchDays',
    meaning: 'days whose errors decide on the relevance of the inputs',
    unit: 'days',
    chosenOn: 'search',
  },
  {
    at: 'relevance/fewestDays',
    meaning: 'days below which all inputs count alike',
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'relevance/normalisations/*/levelDays',
    meaning: 'level of a probe process',
    unit: 'days',
    chosenOn: 'search',
  },
  {
    at: 'relevance/normalisations/*/spreadDays',
    meaning: 'spread of a probe process',
    unit: 'days',
    chosenOn: 'search',
  },
  {
    at: 'relevance/steps',
    meaning: 'factors of the coordinate search, one sweep each',
    unit: 'factor',
    chosenOn: 'search',
  },
  {
    at: 'relevance/penalty',
    meaning: 'gain in log error that a squared log relevance must bring',
    unit: 'none',
    chosenOn: 'search',
  },
  {
    at: 'processes/*/levelDays',
    meaning: 'days of the level that a process normalises by',
    unit: 'days',
    chosenOn: 'simplified',
  },
  {
    at: 'processes/*/spreadDays',
    meaning: 'days of the spread that a process normalises by',
    unit: 'days',
    chosenOn: 'simplified',
  },
  {
    at: 'processes/*/windowDays',
    meaning: 'training window of a process',
    unit: 'days',
    chosenOn: 'simplified',
  },
  {
    at: 'weights/days',
    meaning: 'days whose errors weigh the processes',
    unit: 'days',
    chosenOn: 'search',
  },
  {
    at: 'weights/learningRate',
    meaning: 'rate of the exponentiated gradient',
    unit: 'for a relative error of 1',
    chosenOn: 'search',
  },
  {
    at: 'recipe/warmUpDays',
    meaning: 'first one-step-ahead forecasts that are left out of the residual correction',
    unit: 'days',
    chosenOn: 'before',
  },
  {
    at: 'residuals/share',
    meaning: 'part of the predicted error that is added',
    unit: 'share',
    chosenOn: 'before',
  },
  {
    at: 'residuals/fewestDays',
    meaning: 'days of errors below which nothing is corrected',
    unit: 'days',
    chosenOn: 'published',
  },
  { at: 'residuals/levelDays', meaning: 'level of the price features', unit: 'days', chosenOn: 'before' },
  { at: 'residuals/spreadDays', meaning: 'spread of the price features', unit: 'days', chosenOn: 'before' },
  {
    at: 'residuals|recipe/hourShare',
    meaning: 'chance of the latest hours to be seen by a tree',
    unit: 'share',
    chosenOn: 'before',
  },
  {
    at: 'residuals|recipe/memoryDays',
    meaning: 'age at which that chance is e times less',
    unit: 'days',
    chosenOn: 'before',
  },
  { at: 'residuals/trees', meaning: 'number of trees', unit: 'trees', chosenOn: 'before' },
  {
    at: 'residuals/learningRate',
    meaning: 'part of each tree that is added',
    unit: 'share',
    chosenOn: 'before',
  },
  { at: 'residuals|recipe/maxLeaves', meaning: 'leaves of a tree', unit: 'leaves', chosenOn: 'before' },
  {
    at: 'residuals|recipe/minLeafRows',
    meaning: 'fewest hours in a leaf',
    unit: 'hours',
    chosenOn: 'before',
  },
  {
    at: 'residuals|recipe/shrinkage',
    meaning: 'hours by which a leaf is shrunk to zero',
    unit: 'hours',
    chosenOn: 'before',
  },
  {
    at: 'residuals|recipe/columnShare',
    meaning: 'share of the features that a tree sees',
    unit: 'share',
    chosenOn: 'before',
  },
  { at: 'residuals|recipe/maxBins', meaning: 'bins of a feature', unit: 'bins', chosenOn: 'published' },
  {
    at: 'residuals|recipe/seed',
    meaning: 'seed of the draws: another draw',
    unit: 'none',
    chosenOn: 'published',
  },
  {
    at: 'members/*/weight',
    meaning: 'weight of a member in the forecast',
    unit: 'relative',
    chosenOn: 'simplified',
  },
  {
    at: 'recipe/windows',
    meaning: "training windows of LEAR's regressions",
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'recipe/windowDays',
    meaning: 'training window of the trees over the hours',
    unit: 'days',
    chosenOn: 'before',
  },
  {
    at: 'members/*/recipe/levelDays',
    meaning: 'days of the level that the trees normalise by',
    unit: 'days',
    chosenOn: 'before',
  },
  {
    at: 'members/*/recipe/spreadDays',
    meaning: 'days of the spread that the trees normalise by',
    unit: 'days',
    chosenOn: 'before',
  },
  { at: 'recipe/trees', meaning: 'number of trees over the hours', unit: 'trees', chosenOn: 'simplified' },
  {
    at: 'recipe/learningRate',
    meaning: 'part of each tree that is added',
    unit: 'share',
    chosenOn: 'simplified',
  },
  {
    at: 'select/shapeDays',
    meaning: 'days of the distribution of prices',
    unit: 'days',
    chosenOn: 'spain',
  },
  {
    at: 'select/fewestShapeDays',
    meaning: 'days below which prices are not transformed',
    unit: 'days',
    chosenOn: 'published',
  },
  {
    at: 'select/spans',
    meaning: 'spans of past days on which the transform must have paid',
    unit: 'spans',
    chosenOn: 'spain',
  },
  { at: 'select/spanDays', meaning: 'days of such a span', unit: 'days', chosenOn: 'spain' },
  { at: 'select/mostShare', meaning: 'most of the transform that is used', unit: 'share', chosenOn: 'spain' },
  {
    at: 'select/leastShare',
    meaning: 'share of the transform below which none is used',
    unit: 'share',
    chosenOn: 'spain',
  },
  {
    at: 'select/leastGain',
    meaning: 'gain in error that the transform must bring',
    unit: 'share',
    chosenOn: 'spain',
  },
  { at: 'probe/levelDays', meaning: 'level of the probe models', unit: 'days', chosenOn: 'before' },
  { at: 'probe/spreadDays', meaning: 'spread of the probe models', unit: 'days', chosenOn: 'before' },
  {
    at: 'select/probe/windowDays',
    meaning: 'training window of the probe model of the transform',
    unit: 'days',
    chosenOn: 'spain',
  },
];

/** The numbers of a recipe, in its order. Throws where one has no description. */
export function constantsOf(recipe: Recipe): RecipeConstant[] {
  const found = new Map<string, RecipeConstant>();
  replaceNumbers(recipe as unknown as Json, [], (value, path) => {
    const description = DESCRIPTIONS.find(({ at }) => endsLike(path, at));
    if (description === undefined) throw new Error(`describe ${path.join('/')} in recipe-constants.ts`);
    const { meaning, unit, chosenOn } = description;
    const at = endOf(path, description.at);
    if (!found.has(at)) found.set(at, { at, value, meaning, unit, chosenOn: CHOSEN_ON[chosenOn] });
    return value;
  });
  return [...found.values()];
}

/** The recipe first, then the same with each constant doubled wherever it stands; a share becomes 1 at most. */
export function doublings(recipe: Recipe, constants: RecipeConstant[]): Variant[] {
  const doubled = constants.map(({ at, unit }) => ({
    name: at,
    recipe: replaceNumbers(recipe as unknown as Json, [], (value, path) =>
      `/${path.join('/')}`.endsWith(`/${at}`) ? twice(value, unit) : value,
    ) as unknown as Recipe,
  }));
  return [{ name: 'the champion', recipe }, ...doubled];
}

/** Twice a value of a unit. */
export function twice(value: number | number[], unit: string): number | number[] {
  const most = unit === 'share' ? 1 : Infinity;
  return Array.isArray(value) ? value.map((one) => 2 * one) : Math.min(2 * value, most);
}

/** A list of numbers is replaced as a whole. */
function replaceNumbers(
  node: Json,
  path: string[],
  replace: (value: number | number[], path: string[]) => number | number[],
): Json {
  if (typeof node === 'number' || isNumbers(node)) return replace(node, path);
  if (typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((part, i) => replaceNumbers(part, [...path, `${i}`], replace));
  return Object.fromEntries(
    Object.entries(node).map(([key, part]) => [key, replaceNumbers(part, [...path, key], replace)]),
  );
}

function isNumbers(node: Json): node is number[] {
  return Array.isArray(node) && node.length > 0 && node.every((part) => typeof part === 'number');
}

function endsLike(path: string[], at: string): boolean {
  const steps = at.split('/');
  const end = path.slice(-steps.length);
  return (
    steps.length === end.length && steps.every((step, i) => step === '*' || step.split('|').includes(end[i]))
  );
}

function endOf(path: string[], at: string): string {
  return path.slice(-at.split('/').length).join('/');
}
