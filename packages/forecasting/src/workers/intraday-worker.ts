import { parentPort, workerData } from 'node:worker_threads';
import type { IntradayPanel } from '../intraday/intraday-panel.ts';
import { type SpreadOptions, fitSpread, predictFromSpread } from '../intraday/spread-model.ts';
import { InsufficientHistoryError } from '../models/insufficient-history-error.ts';

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
export type IntradayForecast = { prices: Float64Array[] } | { insufficientHistory: string };

export interface IntradayWorkerInput {
  tasks: [index: number, task: IntradayTask][];
  options: SpreadOptions;
}

const { tasks, options } = inputOf(workerData);
for (const [index, task] of tasks) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage({ index, forecast: forecastTask(task) });
}

function forecastTask({ learnFrom, rows }: IntradayTask): IntradayForecast {
  try {
    const fitted = fitSpread(learnFrom.panel, learnFrom.row, options);
    return { prices: rows.map(({ panel, row }) => predictFromSpread(fitted, panel, row)) };
  } catch (error) {
    if (error instanceof InsufficientHistoryError) return { insufficientHistory: error.message };
    throw error;
  }
}

/** Safe: this file is started by `forecastIntradayInWorkers` alone, which passes exactly this. */
function inputOf(data: unknown): IntradayWorkerInput {
  return data as IntradayWorkerInput;
}
