import { type Recipe, createModel } from '../models/recipe.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { forecastHorizon } from '../horizon/forecast-horizon.ts';
import { type FallbackForecast, forecastWithFallback } from '../horizon/forecast-with-fallback.ts';
import type { IntradayPanel } from '../intraday/intraday-panel.ts';
import { type SpreadOptions, fitSpread } from '../intraday/spread-model.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import { completeForecast, type IssuedForecast, type KnownAtIssue } from '../issue/issue-forecast.ts';
import type { PastForecast } from '../issue/past-forecast.ts';
import { unlessInsufficient } from '../models/model.ts';
import { type PowerForecast, type PowerQuantity, POWER_MODELS } from '../power/forecast-power.ts';
import { type PowerFit, type PowerOptions, fitPower, predictPower } from '../power/power-model.ts';
import type { PowerPanel } from '../power/power-panel.ts';
import type { Panel } from '../data/panel.ts';
import type { PeriodDistribution } from '../distribution/period-distribution.ts';
import type { PriceBounds } from '../issue/cleared-limits.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';
import { completeZone, type IssuedZone } from '../zones/complete-zone.ts';
import { fitZone, predictZone, type ZoneFit } from '../zones/fit-zone-spread.ts';
import type { ZoneDay } from '../zones/zone-day.ts';
import { type RankedHorizon, type ZoneRanks, zoneRanks } from '../zones/zone-ranks.ts';
import type { ZoneRecipe } from '../zones/zone-recipe.ts';
import { createFitMemory } from './remembered-fits.ts';
import { sharedCopy } from './shared-copy.ts';

/** One forecast to compute: of `panel` rows `target` .. `target + horizonDays - 1`. */
export interface HorizonTask {
  panel: Panel;
  target: number;
  horizonDays: number;
  /** Whether the forecasts are explained as well. */
  explain?: boolean | undefined;
  /** Inputs taken as unknown, by name, for each day ahead. */
  unknownInputs?: readonly string[][] | undefined;
}

/** A forecast to complete from its points (see `completeForecast`). */
export interface Completion {
  recipe: ForecastRecipe;
  known: KnownAtIssue;
  point: FallbackForecast;
  past: readonly PastForecast[];
}

/** A row of a panel to forecast. */
export interface IntradayRow {
  panel: IntradayPanel;
  row: number;
}

/** Several rows to forecast by one fit on the rows before `learnFrom.row`. */
export interface IntradayTask {
  learnFrom: IntradayRow;
  rows: IntradayRow[];
}

/** The prices of each row of a task, or why there are none. */
export type IntradayForecast = { prices: Float64Array[] } | InsufficientHistory;

/** A zone's prices to forecast from the forecast of its reference zone. */
export interface ZoneTask {
  recipe: ZoneRecipe;
  /** Past days as known at the instant of issue, and the days to forecast, in order. */
  history: readonly ZoneDay[];
  targets: readonly ZoneDay[];
  /** What was issued for the reference zone. */
  reference: { hours: PeriodDistribution[]; quarters: PeriodDistribution[] };
  bounds: PriceBounds;
  /** What paths are drawn by. */
  at: RankedHorizon;
}

/** The zone's forecast and the ranks that its paths go by, or why there is none. */
export type ZoneForecast = (IssuedZone & { ranks: ZoneRanks }) | InsufficientHistory;

/** Rows of one quantity of the power system to forecast. */
export interface PowerTask {
  quantity: PowerQuantity;
  /** What the model is fitted to: equal ones share a fit. */
  learnFrom: PowerPanel;
  panel: PowerPanel;
  rows: number[];
}

/** The forecast of a task, or why there is none. */
export type PowerResult = PowerForecast | InsufficientHistory;

export interface InsufficientHistory {
  insufficientHistory: string;
}

/** What a thread can be asked for, and what it answers. */
export interface Jobs {
  horizon: {
    /**
     * The weekly naive may stand in, and a task without even a week of prices gives undefined instead of an error. Fits of the same past are
     * made once in a thread, where they are remembered.
     */
    asked: { task: HorizonTask; recipe: Recipe; mayFallBack: boolean; remembersFits: boolean };
    answer: FallbackForecast | undefined;
  };
  completion: { asked: Completion; answer: IssuedForecast };
  intraday: { asked: { task: IntradayTask; options: SpreadOptions }; answer: IntradayForecast };
  /** The fits of some days of a zone's forecast, which begins on `firstDay`. */
  fitZone: {
    asked: Pick<ZoneTask, 'recipe' | 'history'> & { days: readonly DeliveryDay[]; firstDay: DeliveryDay };
    answer: ZoneFit[] | InsufficientHistory;
  };
  zone: { asked: ZoneTask & { fits: readonly ZoneFit[] }; answer: ZoneForecast };
  learnPower: {
    asked: { quantity: PowerQuantity; panel: PowerPanel; options: PowerOptions };
    answer: PowerFit | InsufficientHistory;
  };
  predictPower: {
    asked: { quantity: PowerQuantity; fitted: PowerFit; panel: PowerPanel; rows: number[] };
    answer: Float64Array[];
  };
}

export type JobFunctions = { [Kind in keyof Jobs]: (asked: Jobs[Kind]['asked']) => Jobs[Kind]['answer'] };

/** The jobs of one thread, which share a cache. */
export function createJobs(): JobFunctions {
  const cache: FitCache = createFitCache();
  const remembering = createFitMemory();
  return {
    horizon: ({ task, recipe, mayFallBack, remembersFits }) => {
      const model = createModel(recipe);
      const request = { ...task, model: remembersFits ? remembering(model, recipe) : model, cache };
      if (!mayFallBack) return { ...forecastHorizon(request), fallbackReason: undefined };
      return unlessInsufficient(
        () => forecastWithFallback(request),
        () => undefined,
      );
    },
    completion: ({ recipe, known, point, past }) => completeForecast(recipe, known, point, past),
    intraday: ({ task: { learnFrom, rows }, options }) =>
      unlessInsufficient((): IntradayForecast => {
        const fitted = fitSpread(learnFrom.panel, learnFrom.row, options, cache);
        return { prices: rows.map(({ panel, row }) => fitted.predict(panel, row)) };
      }, insufficient),
    fitZone: ({ recipe, history, ...wanted }) =>
      unlessInsufficient(
        (): ZoneFit[] | InsufficientHistory => fitZone(recipe, history, wanted, cache),
        insufficient,
      ),
    zone: ({ recipe, history, targets, fits, reference, bounds, at }) => ({
      ...completeZone(recipe, reference, predictZone(recipe, history, targets, fits).flat(), bounds),
      ranks: zoneRanks(recipe, history, at),
    }),
    learnPower: ({ quantity, panel, options }) =>
      unlessInsufficient(
        (): PowerFit | InsufficientHistory =>
          withSharedFeatures(fitPower(POWER_MODELS[quantity], panel, options, cache)),
        insufficient,
      ),
    predictPower: ({ quantity, fitted, panel, rows }) =>
      predictPower(POWER_MODELS[quantity], fitted, panel, rows, cache),
  };
}

/** A fit whose training days, most of it by far, all threads see without a copy. */
function withSharedFeatures(fitted: PowerFit): PowerFit {
  return {
    ...fitted,
    processes: fitted.processes.map((process) => ({ ...process, features: sharedCopy(process.features) })),
  };
}

function insufficient(reason: string): InsufficientHistory {
  return { insufficientHistory: reason };
}
