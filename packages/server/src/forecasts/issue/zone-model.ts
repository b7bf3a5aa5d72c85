import { parseZoneRecipe, type ZoneRecipe } from '@lonja/forecasting/zones';
import { RecipeError } from '@lonja/forecasting';
import type { ModelManifest } from '../runs/model-manifest.ts';

/** The model of another zone's prices in a manifest; undefined where this program cannot run it. */
export function zoneRecipeOf({ recipe }: ModelManifest): ZoneRecipe | undefined {
  try {
    return parseZoneRecipe(recipe);
  } catch (error) {
    if (error instanceof RecipeError) return undefined;
    throw error;
  }
}
