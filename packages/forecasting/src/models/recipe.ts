import { createBoostedHours, type BoostedHoursOptions } from './boosted-hours.ts';
import { createGaussianProcess, type GaussianProcessOptions } from './gaussian-process.ts';
import { createLear, type LearOptions } from './lear.ts';
import type { Model } from './model.ts';
import { createStandardNaive, createWeeklyNaive } from './naive.ts';
import { createOnPartialPit } from './on-partial-pit.ts';
import { createProcessesByTime, type ProcessesByTimeOptions } from './processes-by-time.ts';
import { createTwoStageProcesses, type TwoStageOptions } from './two-stage-processes.ts';
import { createWeightedMean } from './weighted-mean.ts';
import { createWithHolidays } from './with-holidays.ts';
import type { HolidayOptions } from '../select/holiday-option.ts';
import type { PartialPitOptions } from '../select/partial-pit-share.ts';
import type { SpreadOptions } from '../intraday/spread-model.ts';

/**
 * A whole model as plain data, with every setting: it can be stored, compared and sent to a thread, and the same recipe and version of the
 * library give the same forecasts to the last bit.
 */
export type Recipe =
  | { kind: 'weekly-naive' }
  | { kind: 'standard-naive' }
  | ({ kind: 'lear' } & LearOptions)
  | ({ kind: 'gaussian-process' } & GaussianProcessOptions)
  | ({ kind: 'processes-by-time' } & ProcessesByTimeOptions)
  | ({ kind: 'two-stage-processes' } & TwoStageOptions)
  | ({ kind: 'boosted-hours' } & BoostedHoursOptions)
  | { kind: 'weighted-mean'; name: string; members: { weight: number; recipe: Recipe }[] }
  | { kind: 'on-partial-pit'; select: PartialPitOptions; recipe: Recipe }
  | { kind: 'with-holidays'; select: HolidayOptions; recipe: Recipe };

/** The same of an intraday auction: the spread to the auction before (`fitSpread`). */
export type SpreadRecipe = { kind: 'intraday-spread' } & SpreadOptions;

/** The model that a recipe describes. Throws a RangeError where a setting is out of its bounds. */
export function createModel(recipe: Recipe): Model {
  switch (recipe.kind) {
    case 'weekly-naive':
      return createWeeklyNaive();
    case 'standard-naive':
      return createStandardNaive();
    case 'lear':
      return createLear(recipe);
    case 'gaussian-process':
      return createGaussianProcess(recipe);
    case 'processes-by-time':
      return createProcessesByTime(recipe);
    case 'two-stage-processes':
      return createTwoStageProcesses(recipe);
    case 'boosted-hours':
      return createBoostedHours(recipe);
    case 'weighted-mean':
      return createWeightedMean(
        recipe.name,
        recipe.members.map(({ weight, recipe: member }) => ({ weight, model: createModel(member) })),
      );
    case 'on-partial-pit':
      return createOnPartialPit(createModel(recipe.recipe), recipe.select);
    case 'with-holidays':
      return createWithHolidays(createModel(recipe.recipe), recipe.select);
  }
}
