import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OnProgress } from '../backtest/forecast-days.ts';
import { SPREAD_OPTIONS, type SpreadOptions } from '../intraday/spread-model.ts';
import type { IntradayForecast, IntradayTask, IntradayWorkerInput } from './intraday-worker.ts';

export type { IntradayForecast, IntradayRow, IntradayTask } from './intraday-worker.ts';

/** Intraday forecasts of many tasks spread over threads, in the order of the tasks. Rejects with the first error of any thread. */
export async function forecastIntradayInWorkers(
  tasks: IntradayTask[],
  {
    options,
    threads = availableParallelism(),
    onProgress,
  }: { options?: Partial<SpreadOptions>; threads?: number; onProgress?: OnProgress } = {},
): Promise<IntradayForecast[]> {
  const count = Math.min(Math.max(1, threads), tasks.length);
  const shares = Array.from({ length: count }, (_, thread) =>
    [...tasks.entries()].filter(([index]) => index % count === thread),
  );
  const forecasts = new Map<number, IntradayForecast>();
  const workers = shares.map((share) => {
    const workerData: IntradayWorkerInput = { tasks: share, options: { ...SPREAD_OPTIONS, ...options } };
    return new Worker(new URL('./intraday-worker.ts', import.meta.url), { workerData });
  });
  const finished = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      worker.on('message', ({ index, forecast }: { index: number; forecast: IntradayForecast }) => {
        forecasts.set(index, forecast);
        onProgress?.({ done: forecasts.size, total: tasks.length });
      });
      worker.on('error', reject);
      worker.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`A forecast thread ended early with code ${code}.`)),
      );
    });
  try {
    await Promise.all(workers.map(finished));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return tasks.map((_, index) => forecasts.get(index) ?? { insufficientHistory: 'the task was not done' });
}
