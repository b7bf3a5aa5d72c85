import { isDeepStrictEqual } from 'node:util';
import { LIBRARY_VERSION, RecipeError } from '@lonja/forecasting';
import { type ForecastRecipe, type IssueRecipe, parseIssueRecipe } from '@lonja/forecasting/issue';
import { recipeHash } from '@lonja/forecasting/workers';
import type { ZoneRecipe } from '@lonja/forecasting/zones';
import { packageVersion } from '../../package-version.ts';
import { formerRecipe, formerZone } from './former-manifests.ts';
import type { ModelVersion } from './model-versions.ts';

/**
 * What a model version is made of, enough to forecast the same again: the `recipe` of the whole forecast with its `recipeHash`, the version
 * of the forecasting `library`, and for information the `codeVersion` of the program. Those of earlier releases hold parts of it (see
 * `formerRecipe`).
 */
export type ModelManifest = Record<string, unknown>;

/** What a version forecasts by: a whole forecast, or the spread of another zone to Spain. */
export type ModelRecipe = IssueRecipe | ZoneRecipe;

/** Parts of a recipe that no stored forecast depends on. */
const MADE_ANEW: readonly string[] = [
  'quarterShapeDays',
  'quarterDeviation',
  'pathDays',
  'dependence',
] satisfies (keyof ForecastRecipe)[];

/** What forecasts are computed with. */
export interface Installation {
  library: string;
  codeVersion: string;
}

/** The manifest of a recipe under the present library, or under another one. */
export function manifestOf(
  recipe: ModelRecipe,
  { library = LIBRARY_VERSION, codeVersion }: Partial<Installation> & { codeVersion: string },
): ModelManifest {
  return { recipe: plain(recipe), recipeHash: recipeHash(recipe), library, codeVersion };
}

/** The recipe of a manifest; undefined where it holds none that this library can run, as that of a champion of release 0.1.0. */
export function recipeOf(manifest: ModelManifest): ModelRecipe | undefined {
  const { recipe } = manifest;
  try {
    switch (kindOf(recipe)) {
      case 'zone-spread':
        return formerZone(recipe);
      case 'day-ahead':
      case 'intraday-auction':
        return parseIssueRecipe(recipe);
      default:
        return former(manifest);
    }
  } catch (error) {
    if (error instanceof RecipeError) return undefined;
    throw error;
  }
}

/** Checked as one of now would be. */
function former(manifest: ModelManifest): IssueRecipe | undefined {
  const recipe = formerRecipe(manifest);
  return recipe && parseIssueRecipe(recipe);
}

/** The version of the library that a version forecasts with; undefined for manifests of release 0.1.0. */
export function libraryOf({ library }: ModelManifest): string | undefined {
  return typeof library === 'string' ? library : undefined;
}

/** The version of the program that entered a version. */
export function programOf({ codeVersion }: ModelManifest): string {
  return typeof codeVersion === 'string' ? codeVersion : 'unknown';
}

/** The whole hash of a manifest's recipe; undefined where there is none. */
export function hashOf({ recipeHash: hash }: ModelManifest): string | undefined {
  return typeof hash === 'string' ? hash : undefined;
}

/** Whether two manifests forecast the same: recipe and library are equal, in whichever form they are stored. */
export function isSameVersion(a: ModelManifest, b: ModelManifest): boolean {
  return isDeepStrictEqual(identityOf(a), identityOf(b));
}

/** Whether two manifests are of one model, whatever library computes it. */
export function isSameModel(a: ModelManifest, b: ModelManifest): boolean {
  return isSameVersion({ ...a, library: undefined }, { ...b, library: undefined });
}

/** Whether the past forecasts that later ones learn from are the same: quarter hours and paths are made anew from them each time. */
export function hasSamePast(a: ModelManifest, b: ModelManifest): boolean {
  return isDeepStrictEqual(pastOf(a), pastOf(b));
}

/** The same recipe under another library; undefined where the manifest holds no recipe that the present one can run. */
export function underLibrary(
  manifest: ModelManifest,
  installation: Installation = { library: LIBRARY_VERSION, codeVersion: packageVersion() },
): ModelManifest | undefined {
  const recipe = recipeOf(manifest);
  return recipe && manifestOf(recipe, installation);
}

/** What cannot be read is compared as it is stored. */
function identityOf(manifest: ModelManifest): ModelManifest {
  const recipe = recipeOf(manifest);
  if (recipe !== undefined) return { recipe, library: manifest['library'] };
  const { codeVersion: _, ...stored } = manifest;
  return stored;
}

function pastOf(manifest: ModelManifest): ModelManifest {
  const { recipe, ...rest } = identityOf(manifest);
  if (typeof recipe !== 'object' || recipe === null) return { recipe, ...rest };
  const learning = Object.entries(recipe).filter(([name]) => !MADE_ANEW.includes(name));
  return { recipe: Object.fromEntries(learning), ...rest };
}

function kindOf(recipe: unknown): unknown {
  return typeof recipe === 'object' && recipe !== null && 'kind' in recipe ? recipe.kind : undefined;
}

/** JSON has no infinity: a limit that there is not is left out. */
function plain(recipe: ModelRecipe): Record<string, unknown> {
  return JSON.parse(JSON.stringify(recipe, (_, value: unknown) => (value === Infinity ? undefined : value)));
}

/** The release that made a version, as part of a sentence. */
export function makerOf(manifest: ModelManifest): string {
  const library = libraryOf(manifest);
  const program = `version ${programOf(manifest)} of the program`;
  return library === undefined ? program : `version ${library} of the library (${program})`;
}

/** Why this installation cannot compute the runs of a version again, and which one would; undefined where it can. */
export function foreignReason({ id, manifest }: ModelVersion): string | undefined {
  const hasRecipe = recipeOf(manifest) !== undefined;
  if (hasRecipe && libraryOf(manifest) === LIBRARY_VERSION) return undefined;
  const own = `version ${LIBRARY_VERSION} of the library${hasRecipe ? '' : ', and no recipe of it'}`;
  return `${id} was made by ${makerOf(manifest)}, which would reproduce it; this installation has ${own}.`;
}
