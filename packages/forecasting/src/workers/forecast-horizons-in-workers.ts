import { setMaxListeners } from 'node:events';
import type { PeriodMarket } from '../backtest/market-days.ts';
import { type OnProgress, firstDaysOf } from '../backtest/forecast-days.ts';
import { type NextDaysForecast, assembleNextDays, planNextDays } from '../forecast-next-days.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import { type Recipe, createModel } from '../models/recipe.ts';
import { wholeRecipe } from '../pipelines/forecast.ts';
import type { FallbackForecast } from '../horizon/forecast-with-fallback.ts';
import type { MemberForecasts } from '../models/model.ts';
import type { ExogenousColumn, Panel } from '../data/panel.ts';
import { sharedCopy } from './shared-copy.ts';
import type { HorizonTask } from './thread-jobs.ts';
import { mapAtOnce, type Threads } from './threads.ts';
import { type ThreadOptions, withThreads } from './with-threads.ts';

export interface WorkerOptions extends ThreadOptions {
  recipe: Recipe;
  onProgress?: OnProgress | undefined;
  /** Whether tasks that follow each other may share a fit: worth it where they are of the same past, as several runs of a day. */
  remembersFits?: boolean | undefined;
  /** Aborted, it ends the work at once and rejects with its reason. */
  signal?: AbortSignal | undefined;
}

/**
 * `forecastWithFallback` of many tasks spread over threads, in the order of the tasks; undefined where not even the
 * fallback has enough history. Rejects with the first other error of any thread.
 */
export async function forecastHorizonsInWorkers(
  tasks: HorizonTask[],
  options: WorkerOptions,
): Promise<(FallbackForecast | undefined)[]> {
  return withThreads(options, (threads) => runTasks(threads, tasks, { ...options, mayFallBack: true }));
}

/** `forecastDays` spread over threads, with bit for bit the same result. Rejects with the first error of any thread. */
export async function forecastDaysInWorkers({
  panel,
  targets,
  ...options
}: WorkerOptions & { panel: Panel; targets: number[] }): Promise<MemberForecasts> {
  const tasks = targets.map((target) => ({ panel, target, horizonDays: 1 }));
  const forecasts = await withThreads(options, (threads) =>
    runTasks(threads, tasks, { ...options, mayFallBack: false }),
  );
  return firstDaysOf(forecasts.filter((forecast) => forecast !== undefined));
}

/**
 * `forecastNextDays` spread over threads, with bit for bit the same result; the recipe is that of a model or of a whole forecast. Rejects with
 * the first error of any thread.
 */
export async function forecastNextDaysInWorkers({
  panel,
  periods,
  gaps,
  open,
  limits,
  calibrationDays,
  recipe,
  ...options
}: Omit<WorkerOptions, 'recipe'> &
  PeriodMarket & {
    recipe: Recipe | ForecastRecipe;
    calibrationDays?: number | undefined;
  }): Promise<NextDaysForecast> {
  const whole = wholeRecipe(recipe);
  const plan = planNextDays(panel, { calibrationDays, model: createModel(whole.point), recipe: whole });
  const forecasts = await withThreads(options, (threads) =>
    runTasks(threads, plan.tasks, { ...options, recipe: whole.point, mayFallBack: false }),
  );
  return assembleNextDays(
    { panel, periods, gaps, open, limits, recipe: whole },
    plan,
    forecasts.filter((forecast) => forecast !== undefined),
  );
}

/** Panels are shared between the threads, not copied. */
async function runTasks(
  threads: Threads,
  tasks: HorizonTask[],
  {
    recipe,
    mayFallBack,
    remembersFits = false,
    atOnce = threads.count,
    onProgress,
    signal,
  }: WorkerOptions & { mayFallBack: boolean },
): Promise<(FallbackForecast | undefined)[]> {
  signal?.throwIfAborted();
  // What is left is given up with the first task that fails.
  const failed = new AbortController();
  const stop = AbortSignal.any([failed.signal, ...(signal === undefined ? [] : [signal])]);
  setMaxListeners(0, stop);
  let done = 0;
  return mapAtOnce(sharedTasks(tasks), atOnce, async (task) => {
    try {
      const forecast = await threads.run('horizon', { task, recipe, mayFallBack, remembersFits }, stop);
      onProgress?.({ done: ++done, total: tasks.length });
      return forecast;
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  });
}

/** The tasks on panels whose numbers all threads see; tasks of one panel go on sharing it. */
function sharedTasks(tasks: HorizonTask[]): HorizonTask[] {
  const shared = new Map<Panel, Panel>();
  return tasks.map((task) => {
    const panel = shared.get(task.panel) ?? sharedPanel(task.panel);
    shared.set(task.panel, panel);
    return { ...task, panel };
  });
}

function sharedPanel(panel: Panel): Panel {
  const sharedColumns = (columns: ExogenousColumn[]) =>
    columns.map(({ name, values }) => ({ name, values: sharedCopy(values) }));
  return {
    ...panel,
    price: sharedCopy(panel.price),
    exogenous: sharedColumns(panel.exogenous),
    ...(panel.signals !== undefined && { signals: sharedColumns(panel.signals) }),
  };
}
