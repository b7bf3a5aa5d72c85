import { createHash, type Hash } from 'node:crypto';
import { AUCTION_CALENDAR, DAY_MS, PRODUCTS, scheduledRunsBetween } from '@lonja/forecasting';
import { computeRun } from '../services/forecasts/compute-run.ts';
import type { ForecastContext } from '../services/forecasts/forecast-context.ts';
import type { Db } from '../store/database.ts';
import { findChampion } from '../store/model-versions.ts';
import { findDataOrigin } from '../store/service-state.ts';

/** Runs that are computed before the clock reaches them: enough for the cores of a small machine. */
const RUNS_AHEAD = 3;
/** Forecasts that were computed in vain are dropped beyond so many. */
const MOST_KEPT = 32;

type Computing = Pick<ForecastContext, 'forecastHorizons' | 'forecastIntraday'>;

export interface ForecastsAhead extends Computing {
  /** Begins to compute the forecasts of the next runs. */
  lookAhead: (now: number) => Promise<void>;
}

/**
 * Lets the cores that a run leaves idle compute the ones after it. What a model is going to be shown is known from the history; its
 * forecast is kept under a digest of the whole of its input, so that a run gets it only if it asks for the very same.
 */
export function createForecastsAhead(context: ForecastContext, history: Db): ForecastsAhead {
  const horizons = createMemory<Awaited<ReturnType<Computing['forecastHorizons']>>>();
  const spreads = createMemory<Awaited<ReturnType<Computing['forecastIntraday']>>>();
  const early: ForecastContext = {
    ...context,
    db: history,
    forecastHorizons: (spec, tasks, ...rest) =>
      horizons.begin(digestOf([spec, tasks]), () => context.forecastHorizons(spec, tasks, ...rest)),
    forecastIntraday: (options, tasks, ...rest) =>
      spreads.begin(digestOf([options, tasks]), () => context.forecastIntraday(options, tasks, ...rest)),
  };
  const begun = new Set<string>();
  return {
    forecastHorizons: (spec, tasks, ...rest) =>
      horizons.take(digestOf([spec, tasks]), () => context.forecastHorizons(spec, tasks, ...rest)),
    forecastIntraday: (options, tasks, ...rest) =>
      spreads.take(digestOf([options, tasks]), () => context.forecastIntraday(options, tasks, ...rest)),
    async lookAhead(now) {
      const dataOrigin = await findDataOrigin(context.db);
      if (dataOrigin === undefined) return;
      for (const { product, run } of runsAfter(now)) {
        const key = `${product} ${run.scheduledFor}`;
        const version = await findChampion(context.db, product);
        if (version === undefined || begun.has(key)) continue;
        begun.add(key);
        const issuedAt = run.scheduledFor;
        const request = { product, run, dataOrigin, version, issuedAt, calibratedOn: [] };
        // What fails here fails again, and is told, when the run itself is due.
        computeRun(early, request).catch(() => undefined);
      }
    },
  };
}

function runsAfter(now: number) {
  return PRODUCTS.flatMap((product) =>
    scheduledRunsBetween(AUCTION_CALENDAR[product], now, now + DAY_MS).map((run) => ({ product, run })),
  )
    .sort((a, b) => a.run.scheduledFor - b.run.scheduledFor)
    .slice(0, RUNS_AHEAD);
}

/** Work that was begun early, by what it works on. */
function createMemory<T>() {
  const kept = new Map<string, Promise<T>>();
  return {
    begin(key: string, work: () => Promise<T>): Promise<T> {
      const known = kept.get(key) ?? work();
      kept.set(key, known);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return known;
    },
    take(key: string, work: () => Promise<T>): Promise<T> {
      const known = kept.get(key);
      kept.delete(key);
      return known ?? work();
    },
  };
}

function digestOf(value: unknown): string {
  const hash = createHash('sha256');
  feed(hash, value);
  return hash.digest('base64');
}

/** Hashes plain data and arrays of numbers, each part marked by what it is. */
function feed(hash: Hash, value: unknown): void {
  if (value instanceof Float64Array) {
    hash.update(`numbers ${value.length}`).update(value);
  } else if (Array.isArray(value)) {
    hash.update(`list ${value.length}`);
    for (const part of value) feed(hash, part);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      hash.update(`field ${name}`);
      feed(hash, part);
    }
    hash.update('end');
  } else {
    hash.update(`${typeof value} ${String(value)};`);
  }
}
