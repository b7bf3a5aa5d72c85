import type { OnProgress } from '../backtest/forecast-days.ts';
import type { SpreadOptions } from '../intraday/spread-model.ts';
import { SPREAD_OPTIONS } from '../pipelines/intraday.ts';
import type { IntradayForecast, IntradayTask } from './thread-jobs.ts';
import { mapAtOnce } from './threads.ts';
import { type ThreadOptions, withThreads } from './with-threads.ts';

/** Intraday forecasts of many tasks spread over threads, in the order of the tasks. Rejects with the first error of any thread. */
export async function forecastIntradayInWorkers(
  tasks: IntradayTask[],
  {
    options,
    onProgress,
    ...where
  }: ThreadOptions & { options?: Partial<SpreadOptions>; onProgress?: OnProgress | undefined } = {},
): Promise<IntradayForecast[]> {
  const settings = { ...SPREAD_OPTIONS, ...options };
  let done = 0;
  return withThreads(where, (threads) =>
    mapAtOnce(tasks, where.atOnce ?? threads.count, async (task) => {
      const forecast = await threads.run('intraday', { task, options: settings });
      onProgress?.({ done: ++done, total: tasks.length });
      return forecast;
    }),
  );
}
