import { CHAMPION } from '../src/pipelines/champion.ts';
import type { Recipe } from '../src/models/recipe.ts';
import type { PartialPitOptions } from '../src/select/partial-pit-option.ts';

/** How the champion selects holidays. */
export const HOLIDAYS = CHAMPION.select;

/** How the champion selects the partial probability integral transform. */
export const PARTIAL_PIT: PartialPitOptions = partOf(CHAMPION.recipe, 'on-partial-pit').select;

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
