import { parentPort, workerData } from 'node:worker_threads';
import { InsufficientHistoryError } from '../models/insufficient-history-error.ts';
import { type PowerForecast, type PowerQuantity, forecastPower } from '../power/forecast-power.ts';
import type { PowerOptions } from '../power/power-model.ts';
import type { PowerPanel } from '../power/power-panel.ts';

/** Rows of one quantity of the power system to forecast. */
export interface PowerTask {
  quantity: PowerQuantity;
  panel: PowerPanel;
  rows: number[];
}

export interface PowerWorkerInput {
  tasks: PowerTask[];
  options: PowerOptions;
}

/** The forecast of a task, or why there is none. */
export type PowerResult = PowerForecast | { insufficientHistory: string };

const { tasks, options } = inputOf(workerData);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(tasks.map(forecastTask));

function forecastTask({ quantity, panel, rows }: PowerTask): PowerResult {
  try {
    return forecastPower(quantity, panel, rows, options);
  } catch (error) {
    if (error instanceof InsufficientHistoryError) return { insufficientHistory: error.message };
    throw error;
  }
}

/** Safe: this file is started by `forecastPowerInWorker` alone, which passes exactly this. */
function inputOf(data: unknown): PowerWorkerInput {
  return data as PowerWorkerInput;
}
