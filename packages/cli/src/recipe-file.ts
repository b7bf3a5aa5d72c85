import { parseRecipe, type Recipe, RecipeError } from '@lonja/forecasting';
import { parseSpreadRecipe, type SpreadRecipe } from '@lonja/forecasting/intraday';
import {
  type ForecastRecipe,
  type IssueRecipe,
  parseIssueRecipe,
  wholeRecipe,
} from '@lonja/forecasting/issue';
import { parseZoneRecipe, type ZoneRecipe } from '@lonja/forecasting/zones';
import { UsageError } from './errors.ts';
import { readTextFile } from './files.ts';

/** Of a model, of a whole forecast, or of a zone's spread. */
export type AnyRecipe = Recipe | SpreadRecipe | IssueRecipe | ZoneRecipe;

/**
 * The recipe of the day-ahead market in a JSON file, of a whole forecast or of its model alone. Throws UsageError, which names the place of a
 * fault.
 */
export async function readRecipe(file: string): Promise<ForecastRecipe> {
  const recipe = await readAnyRecipe(file);
  const refuse = (what: string) => {
    throw new UsageError(
      `${file} holds the recipe of ${what}; a back-test takes one of the day-ahead market.`,
    );
  };
  if (recipe.kind === 'intraday-auction' || recipe.kind === 'intraday-spread')
    return refuse('an intraday auction');
  if (recipe.kind === 'zone-spread') return refuse("a zone's spread");
  return wholeRecipe(recipe);
}

/** The same of the day-ahead market, of an intraday auction or of a zone's spread, as it stands there. */
export async function readAnyRecipe(file: string): Promise<AnyRecipe> {
  const value = await readJson(file);
  return parsed(file, () => {
    switch (kindOf(value)) {
      case 'day-ahead':
      case 'intraday-auction':
        return parseIssueRecipe(value);
      case 'intraday-spread':
        return parseSpreadRecipe(value);
      case 'zone-spread':
        return parseZoneRecipe(value);
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
