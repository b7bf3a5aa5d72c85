import { Worker } from 'node:worker_threads';
import type { PowerOptions } from '../power/power-model.ts';
import type { PowerResult, PowerTask, PowerWorkerInput } from './power-worker.ts';

export type { PowerResult, PowerTask } from './power-worker.ts';

/** `forecastPower` of the tasks, in their order, on a thread of its own. Rejects with the thread's error. */
export async function forecastPowerInWorker(
  tasks: PowerTask[],
  options: PowerOptions,
): Promise<PowerResult[]> {
  const workerData: PowerWorkerInput = { tasks, options };
  const worker = new Worker(new URL('./power-worker.ts', import.meta.url), { workerData });
  try {
    return await new Promise<PowerResult[]>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`A forecast thread ended early with code ${code}.`)));
    });
  } finally {
    await worker.terminate();
  }
}
