import { isDeepStrictEqual } from 'node:util';
import { GAUSSIAN_PROCESS, LIBRARY_VERSION, parseRecipe, type Recipe, RecipeError } from '@lonja/forecasting';
import { parseSpreadRecipe, type SpreadRecipe } from '@lonja/forecasting/intraday';
import { recipeHash } from '@lonja/forecasting/workers';
import { packageVersion } from '../../ground/package-version.ts';

/**
 * What a model version is made of, enough to forecast the same again: its `recipe` with its `recipeHash`, the version of the forecasting
 * `library`, the service's own settings, and for information the `codeVersion` of the program. Release 0.1.0 stored no recipe, but
 * a `model` (day-ahead) or `options` (intraday); see `recipeOf`.
 */
export type ModelManifest = Record<string, unknown>;

/** Of the day-ahead market or of an intraday auction. */
export type StoredRecipe = Recipe | SpreadRecipe;

/** What forecasts are computed with. */
export interface Installation {
  library: string;
  codeVersion: string;
}

/** Settings of the service that a manifest holds beside the recipe. */
const SETTINGS = [
  'exogenous',
  'moves',
  'reference',
  'historyDays',
  'bounds',
  'calibrationDays',
  'olderCalibrationDays',
  'usualDays',
];

/** LEAR's windows of release 0.1.0 where its manifest names none. */
const FORMER_LEAR_WINDOWS = [56, 84, 1092, 1456];

/** The manifest of a recipe under the present library, or under another one. */
export function manifestWith(
  recipe: StoredRecipe,
  settings: Record<string, unknown>,
  { library = LIBRARY_VERSION, codeVersion }: Partial<Installation> & { codeVersion: string },
): ModelManifest {
  return {
    recipe: withoutInfinity(recipe),
    recipeHash: recipeHash(recipe),
    library,
    ...settings,
    codeVersion,
  };
}

/** The recipe of a manifest; undefined where it holds none that this library can read, as that of a champion of release 0.1.0. */
export function recipeOf(manifest: ModelManifest): StoredRecipe | undefined {
  try {
    const { recipe, model, options } = manifest;
    if (recipe !== undefined) return isSpread(recipe) ? parseSpreadRecipe(recipe) : parseRecipe(recipe);
    return options === undefined ? formerRecipe(model) : formerSpread(options);
  } catch (error) {
    if (error instanceof RecipeError) return undefined;
    throw error;
  }
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

/** Whether two manifests forecast the same: recipe, library and settings are equal. */
export function isSameVersion(a: ModelManifest, b: ModelManifest): boolean {
  return isDeepStrictEqual(identityOf(a), identityOf(b));
}

/** Whether two manifests are of one model, whatever library computes it. */
export function isSameModel(a: ModelManifest, b: ModelManifest): boolean {
  return isSameVersion({ ...a, library: undefined }, { ...b, library: undefined });
}

/** The same recipe and settings under another library; undefined where the manifest holds no recipe that the present one can read. */
export function underLibrary(
  manifest: ModelManifest,
  installation: Installation = { library: LIBRARY_VERSION, codeVersion: packageVersion() },
): ModelManifest | undefined {
  const recipe = recipeOf(manifest);
  if (recipe === undefined) return undefined;
  const settings = SETTINGS.flatMap((name) => (name in manifest ? [[name, manifest[name]]] : []));
  return manifestWith(recipe, Object.fromEntries(settings), installation);
}

/** The hash stands for the recipe. */
function identityOf(manifest: ModelManifest): ModelManifest {
  const { recipe: _, codeVersion: __, ...identity } = manifest;
  return identity;
}

/** JSON has no infinity: a limit that there is not is left out. */
function withoutInfinity(recipe: StoredRecipe): Record<string, unknown> {
  return Object.fromEntries(Object.entries(recipe).filter(([, value]) => value !== Infinity));
}

function isSpread(recipe: unknown): boolean {
  return isObject(recipe) && recipe['kind'] === 'intraday-spread';
}

/** Release 0.1.0 stored a kind with the settings that were not its defaults; all of what its champion is made of was in its code. */
function formerRecipe(model: unknown): Recipe | undefined {
  if (!isObject(model)) return undefined;
  if (model['kind'] === 'champion') return undefined;
  if (model['kind'] === 'lear') return parseRecipe({ windows: FORMER_LEAR_WINDOWS, ...model });
  return parseRecipe(model['kind'] === 'gaussian-process' ? { ...GAUSSIAN_PROCESS, ...model } : model);
}

/** Early versions were of trees alone, all with one half-life, and drew whole days, as many of a long history as their chances gave. */
function formerSpread(options: unknown): SpreadRecipe | undefined {
  if (!isObject(options)) return undefined;
  return parseSpreadRecipe({
    kind: 'intraday-spread',
    shortHalfLifeDays: options['halfLifeDays'],
    drawsSlots: false,
    directionSeeds: [],
    analogueShare: 0,
    ...options,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
