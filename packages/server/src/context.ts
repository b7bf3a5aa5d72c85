import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { POWER_OPTIONS, SPREAD_OPTIONS } from '@lonja/forecasting';
import {
  createPowerForecaster,
  createThreads,
  forecastHorizonsInWorkers,
  forecastIntradayInWorkers,
  type Threads,
} from '@lonja/forecasting/workers';
import { type Logger, pino } from 'pino';
import { type Clock, createClock } from './clock.ts';
import type { Config } from './config.ts';
import { createLiveSources } from './connectors/create-sources.ts';
import { loggedProgress, type Progress, terminalProgress } from './progress.ts';
import type { DataContext } from './services/data/data-context.ts';
import type { PowerContext } from './services/fundamentals/power-context.ts';
import type { ForecastContext } from './services/forecasts/forecast-context.ts';
import { CHALLENGER, CHAMPION } from './services/forecasts/horizon-model.ts';
import { INTRADAY_CHALLENGER } from './services/forecasts/intraday-model.ts';
import { type Sealer, createSealer } from './sealing.ts';
import { readSealingKeys } from './services/setup/sealing-keys.ts';
import { createDnsResolve, resolveLikeSystem } from './services/webhooks/resolve-name.ts';
import type { WebhookContext } from './services/webhooks/webhook-context.ts';
import { type Db, openDatabase } from './store/database.ts';
import { startEmbeddedPostgres } from './store/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from './store/migrate.ts';

/** Everything that the service and the operator's commands are made of. */
export interface Context extends DataContext, ForecastContext, PowerContext {
  db: Db;
  databaseUrl: string;
  clock: Clock;
  /** The machine's own time, for what is compared with the clocks of others. */
  wallClock: Clock;
  logger: Logger;
  sealer: Sealer;
  webhooks: Pick<WebhookContext, 'resolve' | 'allowPrivateTargets'>;
  version: string;
  progress: Progress;
  /** What forecasts are computed on. */
  threads: Threads;
  /** Ends at once what is computed and what sources are asked. Nothing is lost: it is done again after the next start. */
  cutShort(): Promise<void>;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 16;
/** A third year costs three times as much and tells little of a fleet that grows. */
const POWER_WINDOW_DAYS = 730;

/** Opens the database (starting the embedded one where none is configured), migrates it and builds the rest on it. */
export async function createContext(config: Config): Promise<Context> {
  const logger = createLogger(config);
  const progress = process.stderr.isTTY ? terminalProgress(process.stderr) : loggedProgress(logger);
  await mkdir(config.dataDir, { recursive: true });
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          onProgress: (message) => logger.info(message),
        })
      : undefined;
  const databaseUrl = config.databaseUrl ?? embedded?.databaseUrl ?? '';
  const db = openDatabase(databaseUrl, { maxConnections: MAX_CONNECTIONS });
  const threads = createThreads();
  const stopped = new AbortController();
  const cutShort = async () => {
    stopped.abort();
    await threads.close();
  };
  const close = async () => {
    await cutShort();
    await db.destroy();
    await embedded?.stop();
  };
  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  const clock = createClock(config.clockStart);
  return {
    db,
    databaseUrl,
    clock,
    wallClock: createClock(undefined),
    sealer: createSealer(config.sealingKeys ?? (await readSealingKeys(config.dataDir))),
    webhooks: {
      resolve: config.allowPrivateWebhookTargets ? resolveLikeSystem : createDnsResolve(),
      allowPrivateTargets: config.allowPrivateWebhookTargets,
    },
    logger,
    version: packageVersion(),
    sources: config.sources,
    champion: CHAMPION,
    challengers: config.challengers ? [CHALLENGER] : [],
    spreads: { champion: SPREAD_OPTIONS, challengers: config.challengers ? [INTRADAY_CHALLENGER] : [] },
    progress,
    threads,
    liveSources: createLiveSources(config.sourceSettings, {
      fetch: globalThis.fetch,
      now: () => clock.now(),
      sleep: (ms) => sleep(ms, undefined, { signal: stopped.signal }),
      random: Math.random,
      version: packageVersion(),
      stopped: stopped.signal,
    }),
    forecastPower: createPowerForecaster(threads, { ...POWER_OPTIONS, windowDays: POWER_WINDOW_DAYS }),
    forecastIntraday: (options, tasks, purpose) =>
      forecastIntradayInWorkers(tasks, {
        threads,
        options,
        onProgress: ({ done, total }) =>
          progress(purpose === 'calibration' ? 'Calibrating the bounds' : 'Forecasting', done, total),
      }),
    forecastHorizons: (spec, tasks, purpose, signal) =>
      forecastHorizonsInWorkers(tasks, {
        threads,
        spec,
        atOnce: purpose === 'background' ? 1 : undefined,
        signal,
        onProgress: ({ done, total }) => {
          if (purpose === 'background') return;
          progress(purpose === 'calibration' ? 'Calibrating the bounds' : 'Forecasting', done, total);
        },
      }),
    cutShort,
    close,
  };
}

function createLogger({ logLevel }: Config): Logger {
  const options = {
    level: logLevel,
    redact: ['req.headers.authorization', 'password', '*.password'],
    serializers: { error: describeError },
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
}

/** What a log tells of an error: not the objects that libraries hang on it, which can hold anything. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    name: error.name,
    code: 'code' in error ? error.code : undefined,
    message: error.message,
    stack: error.stack,
  };
}

function packageVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('../package.json');
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : 'unknown';
}
