import type { ZoneForecast, ZoneTask } from './thread-jobs.ts';
import { type ThreadOptions, withThreads } from './with-threads.ts';

/** Forecasts a zone from its reference zone's forecast on another thread: its spreads, and the distributions of its prices. */
export function forecastZoneInWorker(task: ZoneTask, where: ThreadOptions = {}): Promise<ZoneForecast> {
  return withThreads(where, (threads) => threads.run('zone', task));
}
