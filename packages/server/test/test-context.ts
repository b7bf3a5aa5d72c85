import { LEAR } from '@lonja/forecasting';
import { type ScheduledRun, AUCTION_CALENDAR, latestScheduledRun } from '@lonja/forecasting/market';
import { type AuctionRecipe, DAY_AHEAD, type ForecastRecipe, INTRADAY } from '@lonja/forecasting/issue';
import { type PowerOptions, POWER_OPTIONS } from '@lonja/forecasting/power';
import { type ZoneRecipe, ZONE_RECIPE } from '@lonja/forecasting/zones';
import {
  completeForecastInWorker,
  createPowerForecaster,
  createThreads,
  forecastHorizonsInWorkers,
  forecastIntradayInWorkers,
  forecastZoneInWorkers,
} from '@lonja/forecasting/workers';
import { pino } from 'pino';
import {
  type LiveSources,
  type SourceSettings,
  createLiveSources,
} from '../src/market/connectors/create-sources.ts';
import type { DataContext } from '../src/market/sources/data-context.ts';
import type { ForecastContext } from '../src/forecasts/issue/forecast-context.ts';
import type { PowerContext } from '../src/forecasts/fundamentals/power-inputs.ts';
import type { RetentionContext } from '../src/operate/retention/tidy-up.ts';
import { DEFAULT_RETENTION } from '../src/ground/config/retention-days.ts';
import type { Db } from '../src/ground/database/database.ts';

/** A champion that is fitted in a moment. */
export const SMALL_CHAMPION: ForecastRecipe = {
  ...DAY_AHEAD,
  point: { ...LEAR, windows: [56] },
  historyDays: 70,
  calibrationDays: 10,
  olderCalibrationDays: 10,
  laterDays: { ...DAY_AHEAD.laterDays, baselineDays: 28 },
};

/** Intraday auctions as the service has them, but for spreads that are learnt in a moment. */
export const WHOLE_AUCTION: AuctionRecipe = {
  ...INTRADAY,
  spread: { ...INTRADAY.spread, windowDays: 35, trees: 10, drawnDays: 30, seeds: [1] },
};

/** Intraday auctions that are learnt in a moment, from a past that is read in a moment. */
export const SMALL_AUCTION: AuctionRecipe = {
  ...WHOLE_AUCTION,
  historyDays: 70,
  featureDays: 35,
  calibrationDays: 14,
  awaitedCalibrationDays: 14,
};

/** Spreads between zones that are learnt in a moment, for tests of what they are. */
export const SMALL_ZONES: ZoneRecipe = {
  ...ZONE_RECIPE,
  windowDays: 60,
  chance: { ...ZONE_RECIPE.chance, trees: 10 },
  sumLevels: 3,
};

/** The same from five weeks, for all other tests. */
export const SMALLEST_ZONES: ZoneRecipe = {
  ...SMALL_ZONES,
  windowDays: 35,
  minHistoryDays: 21,
  sumLevels: 1,
};

/** Forecasts of load, wind and sun that are learnt in a moment. */
export const SMALL_POWER: PowerOptions = { ...POWER_OPTIONS, windowDays: 120, trees: 40 };

/** Of all contexts in a process: a thread costs more to start than most of what it is given to do. Idle, they keep no process alive. */
const threads = createThreads(1);

/** What services need, on a test's own database and at an instant of its choice; no live source answers. */
export function createTestContext(
  db: Db,
  now: string,
  champion = SMALL_CHAMPION,
): DataContext & ForecastContext & PowerContext & RetentionContext {
  return {
    db,
    clock: { now: () => Date.parse(now) },
    wallClock: { now: Date.now },
    retention: { days: DEFAULT_RETENTION, outboxDir: '/nowhere' },
    logger: pino({ level: 'silent' }),
    version: 'test',
    sources: 'auto',
    champion,
    challengers: [],
    auctions: { champion: SMALL_AUCTION, challengers: [] },
    zones: SMALLEST_ZONES,
    progress: () => {},
    quietProgress: () => {},
    liveSources: testSources(async () => {
      throw new Error('there is no network');
    }),
    forecastPower: createPowerForecaster(threads, SMALL_POWER),
    completeForecast: (completion) => completeForecastInWorker(completion, { threads }),
    forecastZone: (task) => forecastZoneInWorkers(task, { threads }),
    forecastIntraday: (options, tasks) => forecastIntradayInWorkers(tasks, { threads, options }),
    forecastHorizons: (recipe, tasks, purpose, signal) =>
      forecastHorizonsInWorkers(tasks, { threads, recipe, remembersFits: purpose === 'background', signal }),
  };
}

/** Live sources that are answered by `fetch` and wait for nothing; `now` is the clock of the pauses after failures. */
export function testSources(
  fetch: typeof globalThis.fetch,
  { now = Date.now, ...settings }: Partial<SourceSettings> & { now?: () => number } = {},
): LiveSources {
  return createLiveSources(
    { tokens: {}, urls: {}, ...settings },
    { fetch, now, sleep: async () => {}, random: () => 0, version: 'test' },
  );
}

/** The day-ahead run that is due at an instant. */
export function dayAheadRunAt(now: string): ScheduledRun {
  return latestScheduledRun(AUCTION_CALENDAR.da, Date.parse(now));
}
