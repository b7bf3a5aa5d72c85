import { parentPort, workerData } from 'node:worker_threads';
import { type ForecasterSpec, createForecaster } from '../backtest/forecaster-spec.ts';
import { forecastHorizon } from '../horizon/forecast-horizon.ts';
import { type FallbackForecast, forecastWithFallback } from '../horizon/forecast-with-fallback.ts';
import { InsufficientHistoryError } from '../models/insufficient-history-error.ts';
import type { Panel } from '../series/panel.ts';

/** One forecast to compute: of `panel` rows `target` .. `target + horizonDays - 1`. */
export interface HorizonTask {
  panel: Panel;
  target: number;
  horizonDays: number;
  /** Whether the forecasts are explained as well. */
  explain?: boolean | undefined;
}

export interface HorizonWorkerInput {
  tasks: HorizonTask[];
  spec: ForecasterSpec;
  /** Whether the weekly naive may stand in, and a task without even a week of prices give undefined instead of an error. */
  mayFallBack: boolean;
  /** The place in `tasks` that the next free thread takes; shared. */
  nextTask: Int32Array;
}

/** A finished task, then `end` when none is left. */
export type HorizonWorkerMessage = { index: number; forecast: FallbackForecast | undefined } | 'end';

const { tasks, spec, mayFallBack, nextTask } = inputOf(workerData);
const forecaster = createForecaster(spec);
for (let i = Atomics.add(nextTask, 0, 1); i < tasks.length; i = Atomics.add(nextTask, 0, 1)) {
  report({ index: i, forecast: mayFallBack ? forecastOrNothing(tasks[i]) : forecast(tasks[i]) });
}
report('end');

function forecast(task: HorizonTask): FallbackForecast {
  return { ...forecastHorizon({ ...task, forecaster }), fallbackReason: undefined };
}

function forecastOrNothing(task: HorizonTask): FallbackForecast | undefined {
  try {
    return forecastWithFallback({ ...task, forecaster });
  } catch (error) {
    if (error instanceof InsufficientHistoryError) return undefined;
    throw error;
  }
}

function report(message: HorizonWorkerMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}

/** Safe: this file is started by `forecastHorizonsInWorkers` alone, which passes exactly this. */
function inputOf(data: unknown): HorizonWorkerInput {
  return data as HorizonWorkerInput;
}
