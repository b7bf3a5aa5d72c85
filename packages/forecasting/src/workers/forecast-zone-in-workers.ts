import type { ZoneDay } from '../zones/zone-day.ts';
import type { ZoneFit } from '../zones/fit-zone-spread.ts';
import { digestOf } from './digest.ts';
import type { InsufficientHistory, ZoneForecast, ZoneTask } from './thread-jobs.ts';
import { mapAtOnce, type Threads } from './threads.ts';
import { type ThreadOptions, withThreads } from './with-threads.ts';

/** Fits of the last forecast, for one that knows the same of the days before: runs of several times of a day. */
export type ZoneFitMemory = Map<string, Promise<ZoneFit[] | InsufficientHistory>>;

/** Where it is done, and where the fits of the last forecast are kept. */
interface ZoneWorkers extends ThreadOptions {
  memory?: ZoneFitMemory | undefined;
}

/**
 * Forecasts a zone from its reference zone's forecast on other threads: fits, whose days are spread over the threads, and with them the spreads
 * and the distributions of its prices. With any number of threads, and with fits that are kept, the result is the same to the last bit.
 */
export function forecastZoneInWorkers(task: ZoneTask, where: ZoneWorkers = {}): Promise<ZoneForecast> {
  const { memory = new Map() } = where;
  return withThreads(where, async (threads): Promise<ZoneForecast> => {
    const key = digestOfPast(task);
    const fits = memory.get(key) ?? fitDays(threads, task, where.atOnce ?? threads.count);
    memory.clear();
    memory.set(key, fits);
    fits.catch(() => memory.delete(key));
    const found = await fits;
    return 'insufficientHistory' in found ? found : threads.run('zone', { ...task, fits: found });
  });
}

async function fitDays(
  threads: Threads,
  { recipe, history, targets }: ZoneTask,
  atOnce: number,
): Promise<ZoneFit[] | InsufficientHistory> {
  const days = targets.map(({ day }) => day);
  const most = Math.ceil(days.length / Math.max(1, atOnce));
  const parts = Array.from({ length: Math.ceil(days.length / Math.max(1, most)) }, (_, i) =>
    days.slice(i * most, (i + 1) * most),
  );
  const fits = await mapAtOnce(parts, atOnce, (ofPart) =>
    threads.run('fitZone', { recipe, history, days: ofPart, firstDay: days[0] }),
  );
  const refused = fits.find((part) => 'insufficientHistory' in part);
  return refused ?? fits.flatMap((part) => ('insufficientHistory' in part ? [] : part));
}

/** Of all that fits read. */
function digestOfPast({ recipe, history, targets }: ZoneTask): string {
  return digestOf([recipe, targets.map(({ day }) => day), history.map(numbersOf)]);
}

/** A day as lists of numbers, which are hashed at once. */
function numbersOf({ day, periods, zone, reference, expected, earlierSpread, inputs = {} }: ZoneDay) {
  const columns = [zone, reference, expected, earlierSpread, ...Object.values(inputs)];
  return [
    day,
    Object.keys(inputs),
    Float64Array.from(periods, ({ start }) => start),
    columns.map((values) => values && Float64Array.from(values)),
  ];
}
