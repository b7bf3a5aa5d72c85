import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OnProgress } from '../backtest/forecast-days.ts';
import type { ForecasterSpec } from '../backtest/forecaster-spec.ts';
import type { Panel } from '../series/panel.ts';
import type { DayWorkerInput, DayWorkerMessage } from './day-worker.ts';

/**
 * `forecastDays` spread over threads, with bit for bit the same result. Threads take the next day as they become free and
 * write into one shared array; the panel is shared too, not copied. Rejects with the first error of any thread.
 */
export async function forecastDaysInWorkers({
  panel,
  targets,
  spec,
  threads = availableParallelism(),
  onProgress,
}: {
  panel: Panel;
  targets: number[];
  spec: ForecasterSpec;
  threads?: number | undefined;
  onProgress?: OnProgress | undefined;
}): Promise<Float64Array> {
  const input: DayWorkerInput = {
    panel: sharedPanel(panel),
    targets,
    spec,
    values: sharedArray(targets.length * panel.slotsPerDay),
    nextTarget: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  };
  let done = 0;
  const onDay = () => onProgress?.({ done: ++done, total: targets.length });
  const workers = Array.from(
    { length: Math.max(1, Math.min(threads, targets.length)) },
    () => new Worker(new URL('./day-worker.ts', import.meta.url), { workerData: input }),
  );
  try {
    await Promise.all(workers.map((worker) => finished(worker, onDay)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return new Float64Array(input.values);
}

function finished(worker: Worker, onDay: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: DayWorkerMessage) => (message === 'day' ? onDay() : resolve()));
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`A forecast thread ended early with code ${code}.`)));
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
  const copy = sharedArray(values.length);
  copy.set(values);
  return copy;
}

function sharedArray(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}
