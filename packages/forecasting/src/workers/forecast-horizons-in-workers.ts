import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type OnProgress, firstDaysOf } from '../backtest/forecast-days.ts';
import type { ForecasterSpec } from '../backtest/forecaster-spec.ts';
import type { FallbackForecast } from '../horizon/forecast-with-fallback.ts';
import type { MemberForecasts } from '../models/forecaster.ts';
import type { Panel } from '../series/panel.ts';
import type { HorizonTask, HorizonWorkerInput, HorizonWorkerMessage } from './horizon-worker.ts';

export type { HorizonTask } from './horizon-worker.ts';

export interface WorkerOptions {
  spec: ForecasterSpec;
  /** All cores unless told. */
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
  /** Aborted, it ends the threads at once and rejects with its reason. */
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
  return runTasks(tasks, { ...options, mayFallBack: true });
}

/** `forecastDays` spread over threads, with bit for bit the same result. Rejects with the first error of any thread. */
export async function forecastDaysInWorkers({
  panel,
  targets,
  ...options
}: WorkerOptions & { panel: Panel; targets: number[] }): Promise<MemberForecasts> {
  const tasks = targets.map((target) => ({ panel, target, horizonDays: 1 }));
  const forecasts = await runTasks(tasks, { ...options, mayFallBack: false });
  return firstDaysOf(forecasts.filter((forecast) => forecast !== undefined));
}

/** Threads take the next task as they become free; panels are shared between them, not copied. */
async function runTasks(
  tasks: HorizonTask[],
  {
    spec,
    mayFallBack,
    threads = availableParallelism(),
    onProgress,
    signal,
  }: WorkerOptions & { mayFallBack: boolean },
): Promise<(FallbackForecast | undefined)[]> {
  signal?.throwIfAborted();
  const input: HorizonWorkerInput = {
    tasks: sharedTasks(tasks),
    spec,
    mayFallBack,
    nextTask: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  };
  const forecasts: (FallbackForecast | undefined)[] = tasks.map(() => undefined);
  let done = 0;
  const workers = Array.from(
    { length: Math.min(Math.max(1, threads), tasks.length) },
    () => new Worker(new URL('./horizon-worker.ts', import.meta.url), { workerData: input }),
  );
  const onForecast = (index: number, forecast: FallbackForecast | undefined) => {
    forecasts[index] = forecast;
    onProgress?.({ done: ++done, total: tasks.length });
  };
  const over = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: over.signal });
  });
  try {
    await Promise.race([aborted, Promise.all(workers.map((worker) => finished(worker, onForecast)))]);
  } finally {
    over.abort();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return forecasts;
}

function finished(
  worker: Worker,
  onForecast: (index: number, forecast: FallbackForecast | undefined) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: HorizonWorkerMessage) => {
      if (message === 'end') resolve();
      else onForecast(message.index, message.forecast);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`A forecast thread ended early with code ${code}.`)));
  });
}

/** The tasks on panels whose numbers all threads see; tasks of one panel go on sharing it. */
function sharedTasks(tasks: HorizonTask[]): HorizonTask[] {
  const shared = new Map<Panel, Panel>();
  return tasks.map((task) => {
    const panel = shared.get(task.panel) ?? sharedPanel(task.panel);
    shared.set(task.panel, panel);
    return { panel, target: task.target, horizonDays: task.horizonDays, explain: task.explain };
  });
}

function sharedPanel(panel: Panel): Panel {
  return {
    ...panel,
    price: sharedCopy(panel.price),
    exogenous: panel.exogenous.map(({ name, values }) => ({ name, values: sharedCopy(values) })),
  };
}

function sharedCopy(values: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
