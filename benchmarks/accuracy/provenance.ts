import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LIBRARY_VERSION, type Recipe } from '@lonja/forecasting';
import type { SpreadRecipe } from '@lonja/forecasting/intraday';
import { recipeHash } from '@lonja/forecasting/workers';
import { commitName } from './commit-name.ts';

const HASH_CHARACTERS = 16;
const FINGERPRINT_CHARACTERS = 12;

/** What figures come from, as a line of their file: commit, recipes by name, and the fingerprints of the data. */
export function provenance({
  recipes = {},
  data,
}: {
  recipes?: Record<string, Recipe | SpreadRecipe>;
  data: string[];
}): string {
  const hashes = Object.entries(recipes).map(([name, recipe]) => `${name} ${shortHash(recipe)}`);
  const made = `Commit ${commitName()}, library ${LIBRARY_VERSION}`;
  const using = hashes.length === 0 ? '' : `; recipes: ${hashes.join(', ')}`;
  return `${made}${using}; data (first ${FINGERPRINT_CHARACTERS} digits of SHA-256):

${data.map((file) => `- ${file}`).join('\n')}`;
}

/** The files of a folder, each with the first digits of its SHA-256. */
export async function fingerprintsOf(folder: string, files: string[]): Promise<string[]> {
  return Promise.all(
    files.map(async (file) => {
      const digest = createHash('sha256').update(await readFile(path.join(folder, file)));
      return `${file} ${digest.digest('hex').slice(0, FINGERPRINT_CHARACTERS)}`;
    }),
  );
}

/** Names a recipe in a file name or a line. */
export function shortHash(recipe: Recipe | SpreadRecipe): string {
  return recipeHash(recipe).slice(0, HASH_CHARACTERS);
}
