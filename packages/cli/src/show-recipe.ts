import { formatRecipe, LIBRARY_VERSION } from '@lonja/forecasting';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { recipeHash } from '@lonja/forecasting/workers';
import { CommandFailure } from './errors.ts';
import { EXIT_CODE } from './command/exit-codes.ts';
import { type AnyRecipe, readAnyRecipe } from './recipe-file.ts';

/** As many characters of the hash are enough to distinguish recipes by. */
const SHOWN_HASH_CHARACTERS = 16;

/** A recipe as a tree, or as JSON: of the built-in champion, of a file that ends in .json, or of a version of the registry. */
export async function showRecipe(name: string, { json }: { json?: true | undefined }): Promise<string> {
  if (name === 'champion') return textOf(DAY_AHEAD, json);
  if (name.endsWith('.json')) return textOf(await readAnyRecipe(name), json);
  const { showModel, withContext } = await import('@lonja/server/operations');
  const { text, recipe } = await withContext((context) => showModel(context, name));
  if (json !== true) return text;
  if (recipe === undefined) {
    throw new CommandFailure(
      `This installation holds no recipe of ${name}; "lonja model show ${name}" names the release that does.`,
      EXIT_CODE.notFound,
    );
  }
  return recipeJson(recipe);
}

function textOf(recipe: AnyRecipe, json: true | undefined): string {
  if (json === true) return recipeJson(recipe);
  const hash = recipeHash(recipe).slice(0, SHOWN_HASH_CHARACTERS);
  return `Recipe ${hash}, library ${LIBRARY_VERSION}\n\n${formatRecipe(recipe)}`;
}

/** A recipe as a file that --model takes; a limit that there is not is left out. */
export function recipeJson(recipe: AnyRecipe): string {
  return JSON.stringify(recipe, (_, value: unknown) => (value === Infinity ? undefined : value), 2);
}
