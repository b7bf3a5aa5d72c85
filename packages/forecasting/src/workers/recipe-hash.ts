import { createHash } from 'node:crypto';
import type { IssueRecipe } from '../issue/forecast-recipe.ts';
import type { SpreadRecipe } from '../intraday/spread-model.ts';
import type { ZoneRecipe } from '../zones/zone-recipe.ts';
import type { Recipe } from '../models/recipe.ts';

/** SHA-256 of a recipe as JSON with sorted keys, in hexadecimal: the same wherever the recipe has been stored in between. */
export function recipeHash(recipe: Recipe | SpreadRecipe | IssueRecipe | ZoneRecipe): string {
  return createHash('sha256').update(JSON.stringify(recipe, sortKeys)).digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      // A limit that there is not is left out of JSON.
      .filter(([, field]) => field !== Infinity)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
