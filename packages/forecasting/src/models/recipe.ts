import { type BoostedHoursOptions, createBoostedHours } from './boosted-hours.ts';
import { type GaussianProcessOptions, createGaussianProcess } from './gaussian-process.ts';
import { type LearOptions, createLear } from './lear.ts';
import type { Model } from './model.ts';
import { createStandardNaive, createWeeklyNaive } from './naive.ts';
import { readRecipe } from './parse-recipe.ts';
import { type PartialPitOptions, createOnPartialPit } from './partial-pit-option.ts';
import { type StackingOptions, createStackedProcesses } from './stacked-processes.ts';
import { createWeightedMean } from './weighted-mean.ts';

/**
 * A whole model as plain data, with every setting: it can be stored, compared and sent to a thread, and the same recipe and version of the
 * library give the same forecasts to the last bit.
 */
export type Recipe =
  | { kind: 'weekly-naive' }
  | { kind: 'standard-naive' }
  | ({ kind: 'lear' } & LearOptions)
  | ({ kind: 'gaussian-process' } & GaussianProcessOptions)
  | ({ kind: 'stacked-processes' } & ProcessStack)
  | ({ kind: 'boosted-hours' } & BoostedHoursOptions)
  | { kind: 'weighted-mean'; name: string; members: { weight: number; recipe: Recipe }[] }
  | { kind: 'on-partial-pit'; select: PartialPitOptions; recipe: Recipe };

/** Several processes and how they are stacked. */
export interface ProcessStack extends StackingOptions {
  /** What the processes have in common. */
  process: CommonOfProcesses;
  /** What they differ in: target normalisation and training window. */
  processes: Omit<GaussianProcessOptions, keyof CommonOfProcesses>[];
}

type CommonOfProcesses = Pick<GaussianProcessOptions, 'training' | 'covariance' | 'relevance'>;

/** The recipe with trees each of whose fits serves for so many days (see `HourTreesOptions`). */
export function withRefitDays(recipe: Recipe, refitDays: number): Recipe {
  switch (recipe.kind) {
    case 'boosted-hours':
      return { ...recipe, refitDays };
    case 'stacked-processes':
      return { ...recipe, residuals: { ...recipe.residuals, refitDays } };
    case 'weighted-mean': {
      const members = recipe.members.map((member) => ({
        ...member,
        recipe: withRefitDays(member.recipe, refitDays),
      }));
      return { ...recipe, members };
    }
    case 'on-partial-pit':
      return { ...recipe, recipe: withRefitDays(recipe.recipe, refitDays) };
    default:
      return recipe;
  }
}

/** What is done with the model of each recipe in a tree, such as remembering its fits. */
export type Decorate = <M extends Model>(model: M, recipe: Recipe) => M;

const asItIs: Decorate = (model) => model;

/**
 * The model that a recipe describes. Throws a RecipeError, which is a RangeError, for a kind or a setting that it does not know, and for one that
 * is out of its bounds.
 */
export function createModel(recipe: Recipe, decorate: Decorate = asItIs): Model {
  return build(readRecipe(recipe, ''), decorate);
}

function build(recipe: Recipe, decorate: Decorate): Model {
  return decorate(modelOf(recipe, decorate), recipe);
}

function modelOf(recipe: Recipe, decorate: Decorate): Model {
  switch (recipe.kind) {
    case 'weekly-naive':
      return createWeeklyNaive();
    case 'standard-naive':
      return createStandardNaive();
    case 'lear':
      return createLear(recipe);
    case 'gaussian-process':
      return createGaussianProcess(recipe);
    case 'stacked-processes': {
      const processes = recipe.processes.map((own) => {
        const options = { ...recipe.process, ...own };
        return decorate(createGaussianProcess(options), { kind: 'gaussian-process', ...options });
      });
      return createStackedProcesses(processes, recipe);
    }
    case 'boosted-hours':
      return createBoostedHours(recipe);
    case 'weighted-mean':
      return createWeightedMean(
        recipe.name,
        recipe.members.map(({ weight, recipe: member }) => ({
          weight,
          model: build(member, decorate),
        })),
      );
    case 'on-partial-pit':
      return createOnPartialPit(build(recipe.recipe, decorate), recipe.select);
  }
}
