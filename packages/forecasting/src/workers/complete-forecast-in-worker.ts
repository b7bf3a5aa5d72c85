import type { IssuedForecast } from '../issue/issue-forecast.ts';
import type { Completion } from './thread-jobs.ts';
import { type ThreadOptions, withThreads } from './with-threads.ts';

/** `completeForecast` on another thread, with bit for bit the same result: a second or so of work that nobody's request waits behind. */
export function completeForecastInWorker(
  completion: Completion,
  where: ThreadOptions = {},
): Promise<IssuedForecast> {
  return withThreads(where, (threads) => threads.run('completion', completion));
}
