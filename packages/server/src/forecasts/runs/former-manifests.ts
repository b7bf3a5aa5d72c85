import { GAUSSIAN_PROCESS, parseRecipe, type Recipe } from '@lonja/forecasting';
import { parseSpreadRecipe, type SpreadRecipe } from '@lonja/forecasting/intraday';
import { DAY_AHEAD, INTRADAY, type IssueRecipe } from '@lonja/forecasting/issue';
import { parseZoneRecipe, type ZoneRecipe } from '@lonja/forecasting/zones';
import { z } from 'zod';

/** LEAR's windows of release 0.1.0 where its manifest names none. */
const FORMER_LEAR_WINDOWS = [56, 84, 1092, 1456];

/** What is expected of quarter hours in the code of library 0.6.0 and before. */
const FORMER_QUARTERS = { halfLifeDays: 10, shrinkageDays: 2 };

/** What the code of library 0.6.0 did with the spread of a zone while its recipe did not say so. */
const FORMER_ZONE = {
  features: { memoriesDays: [3, 14, 60], reachQuarters: 4 },
  limits: { fewestDays: 28, fewestOwnDays: 182, belowLowest: 0.1, aboveHighest: 0.75 },
  ranks: { besideWeight: 0.001, dayWeight: 0.000_001 },
  // The spread of the auction before was an input of the chances alone, which no run had.
  earlier: { carriedShare: 0, rateShare: 0, priorDays: 0.2, priorSplits: 0.16 },
};

const Days = z.int().min(1);
const Settings = z.object({
  historyDays: Days,
  calibrationDays: Days,
  olderCalibrationDays: z.int().min(0).default(0),
  usualDays: z.int().min(0).default(0),
});

/**
 * The whole recipe of a manifest of before: until library 0.6.0 `recipe` was the model alone, beside some settings of the service, and release
 * 0.1.0 stored no recipe, but a `model` (day-ahead) or `options` (intraday). All other numbers stood in the code and were those of `DAY_AHEAD`
 * and `INTRADAY`, but for `FORMER_QUARTERS` (a change of these must leave them here, as test/models/manifests-of-1.0.0.json holds). Bounds of early versions learnt from
 * no more runs than they wanted, and their forecasts of later days were not shrunk. Trees of made-up past forecasts were fitted each day;
 * that alone makes no other version. Undefined where a manifest does not say enough; throws
 * RecipeError for a model that the library does not know.
 */
export function formerRecipe(manifest: Record<string, unknown>): IssueRecipe | undefined {
  const { recipe, model, options } = manifest;
  if (options !== undefined || (isObject(recipe) && recipe['kind'] === 'intraday-spread')) {
    const former = options === undefined ? parseSpreadRecipe(recipe) : formerSpread(options);
    if (former === undefined) return undefined;
    const { kind: _, ...spread } = former;
    return { ...INTRADAY, spread };
  }
  const point = recipe === undefined ? formerModel(model) : parseRecipe(recipe);
  const { data } = Settings.safeParse(manifest);
  if (point === undefined || data === undefined) return undefined;
  const { usualDays: baselineDays, ...settings } = data;
  const laterDays = { ...DAY_AHEAD.laterDays, baselineDays };
  return { ...DAY_AHEAD, point, ...settings, laterDays, quarterDeviation: FORMER_QUARTERS };
}

/** The whole recipe of a zone's spread: numbers that the recipe does not name stood in the code. Throws RecipeError for one that is not whole. */
export function formerZone(recipe: unknown): ZoneRecipe {
  return parseZoneRecipe(isObject(recipe) ? { ...FORMER_ZONE, ...recipe } : recipe);
}

/** Release 0.1.0 stored a kind with the settings that were not its defaults; all of what its champion is made of was in its code. */
function formerModel(model: unknown): Recipe | undefined {
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
