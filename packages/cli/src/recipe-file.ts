import { parseRecipe, type Recipe, RecipeError } from '@lonja/forecasting';
import { parseSpreadRecipe, type SpreadRecipe } from '@lonja/forecasting/intraday';
import { UsageError } from './errors.ts';
import { readTextFile } from './files.ts';

/** The recipe of a day-ahead model in a JSON file. Throws UsageError, which names the place of a fault. */
export async function readRecipe(file: string): Promise<Recipe> {
  const value = await readJson(file);
  if (isOfIntradayAuction(value)) {
    throw new UsageError(
      `${file} holds the recipe of an intraday auction; a back-test takes one of the day-ahead market.`,
    );
  }
  return parsed(file, () => parseRecipe(value));
}

/** The same of the day-ahead market or of an intraday auction. */
export async function readAnyRecipe(file: string): Promise<Recipe | SpreadRecipe> {
  const value = await readJson(file);
  return parsed(file, () => (isOfIntradayAuction(value) ? parseSpreadRecipe(value) : parseRecipe(value)));
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

function isOfIntradayAuction(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'intraday-spread';
}
