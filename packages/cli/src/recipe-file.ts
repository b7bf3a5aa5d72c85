import { parseRecipe, type Recipe, RecipeError } from '@lonja/forecasting';
import { parseSpreadRecipe, type SpreadRecipe } from '@lonja/forecasting/intraday';
import {
  type ForecastRecipe,
  type IssueRecipe,
  parseIssueRecipe,
  wholeRecipe,
} from '@lonja/forecasting/issue';
import { UsageError } from './errors.ts';
import { readTextFile } from './files.ts';

/** Of a model, or of a whole forecast. */
export type AnyRecipe = Recipe | SpreadRecipe | IssueRecipe;

/**
 * The recipe of the day-ahead market in a JSON file, of a whole forecast or of its model alone. Throws UsageError, which names the place of a
 * fault.
 */
export async function readRecipe(file: string): Promise<ForecastRecipe> {
  const recipe = await readAnyRecipe(file);
  if (recipe.kind === 'intraday-auction' || recipe.kind === 'intraday-spread') {
    throw new UsageError(
      `${file} holds the recipe of an intraday auction; a back-test takes one of the day-ahead market.`,
    );
  }
  return wholeRecipe(recipe);
}

/** The same of the day-ahead market or of an intraday auction, as it stands there. */
export async function readAnyRecipe(file: string): Promise<AnyRecipe> {
  const value = await readJson(file);
  return parsed(file, () => {
    switch (kindOf(value)) {
      case 'day-ahead':
      case 'intraday-auction':
        return parseIssueRecipe(value);
      case 'intraday-spread':
        return parseSpreadRecipe(value);
      default:
        return parseRecipe(value);
    }
  });
}

async function readJson(file: string): Promise<unknown> {
  const content = await readTextFile(file);
  try {
    return JSON.parse(content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} is not JSON: ${reason}`, { cause: error });
  }
}

function parsed<T>(file: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RecipeError)) throw error;
    throw new UsageError(`${file} is no recipe: ${error.message}.`, { cause: error });
  }
}

function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
}
