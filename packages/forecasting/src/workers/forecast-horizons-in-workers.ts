import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OnProgress } from '../backtest/forecast-days.ts';
import type { ForecasterSpec } from '../backtest/forecaster-spec.ts';
import type { FallbackForecast } from '../horizon/forecast-with-fallback.ts';
import type { HorizonTask, HorizonWorkerInput, HorizonWorkerMessage } from './horizon-worker.ts';

export type { HorizonTask } from './horizon-worker.ts';

/**
 * `forecastWithFallback` of many tasks spread over threads, in the order of the tasks; undefined where not even the
 * fallback has enough history. Rejects with the first other error of any thread.
 */
export async function forecastHorizonsInWorkers({
  tasks,
  spec,
  threads = availableParallelism(),
  onProgress,
}: {
  tasks: HorizonTask[];
  spec: ForecasterSpec;
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
}): Promise<(FallbackForecast | undefined)[]> {
  const nextTask = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const input: HorizonWorkerInput = { tasks, spec, nextTask };
  const forecasts: (FallbackForecast | undefined)[] = tasks.map(() => undefined);
  let done = 0;
  const workers = Array.from(
    { length: Math.min(threads, tasks.length) },
    () => new Worker(new URL('./horizon-worker.ts', import.meta.url), { workerData: input }),
  );
  try {
    await Promise.all(
      workers.map((worker) =>
        finished(worker, (index, forecast) => {
          forecasts[index] = forecast;
          onProgress?.({ done: ++done, total: tasks.length });
        }),
      ),
    );
  } finally {
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
