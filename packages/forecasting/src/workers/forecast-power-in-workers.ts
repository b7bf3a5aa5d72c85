import type { PowerOptions } from '../power/power-model.ts';
import type { PowerResult, PowerTask } from './thread-jobs.ts';
import { mapAtOnce } from './threads.ts';
import { type ThreadOptions, withThreads } from './with-threads.ts';

/** `forecastPower` of the tasks spread over threads, in their order. Rejects with the first error of any thread. */
export async function forecastPowerInWorkers(
  tasks: PowerTask[],
  { options, ...where }: ThreadOptions & { options: PowerOptions },
): Promise<PowerResult[]> {
  return withThreads(where, (threads) =>
    mapAtOnce(tasks, where.atOnce ?? threads.count, (task) => threads.run('power', { task, options })),
  );
}
