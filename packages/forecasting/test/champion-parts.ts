import type { TwoStageOptions } from '../src/models/two-stage-processes.ts';
import { CHAMPION, STACKED_PROCESSES } from '../src/pipelines/champion.ts';
import type { Recipe } from '../src/models/recipe.ts';
import type { HolidayOptions } from '../src/select/holiday-option.ts';
import type { PartialPitOptions } from '../src/select/partial-pit-share.ts';

/** How the champion selects holidays. */
export const HOLIDAYS: HolidayOptions = partOf(CHAMPION, 'with-holidays').select;

/** How the champion selects the partial probability integral transform. */
export const PARTIAL_PIT: PartialPitOptions = partOf(
  partOf(CHAMPION, 'with-holidays').recipe,
  'on-partial-pit',
).select;

/** The champion's stacked processes. */
export const TWO_STAGES: TwoStageOptions = partOf(STACKED_PROCESSES, 'two-stage-processes');

function partOf<Kind extends Recipe['kind']>(recipe: Recipe, kind: Kind): Extract<Recipe, { kind: Kind }> {
  if (isOfKind(recipe, kind)) return recipe;
  throw new Error(`The recipe is of the kind ${recipe.kind}, not ${kind}.`);
}

function isOfKind<Kind extends Recipe['kind']>(
  recipe: Recipe,
  kind: Kind,
): recipe is Extract<Recipe, { kind: Kind }> {
  return recipe.kind === kind;
}
