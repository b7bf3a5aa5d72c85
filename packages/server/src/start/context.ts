import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recipe } from '@lonja/forecasting';
import type { OnProgress } from '@lonja/forecasting/backtest';
import { DAY_AHEAD, INTRADAY } from '@lonja/forecasting/issue';
import { ZONE_RECIPE } from '@lonja/forecasting/zones';
import { POWER_OPTIONS } from '@lonja/forecasting/power';
import {
  completeForecastInWorker,
  createPowerForecaster,
  createThreads,
  forecastHorizonsInWorkers,
  forecastIntradayInWorkers,
  forecastZoneInWorkers,
  type HorizonTask,
  rememberWork,
  type Threads,
  type ZoneFitMemory,
} from '@lonja/forecasting/workers';
import type { Logger } from 'pino';
import { type Clock, createClock } from '../ground/timing/clock.ts';
import type { Config } from '../operate/config/config.ts';
import { createLiveSources } from '../market/connectors/create-sources.ts';
import { OperatorError } from '../ground/errors.ts';
import { createLogger } from '../ground/telemetry/log.ts';
import { packageVersion } from '../package-version.ts';
import {
  BACKGROUND_LOG_EVERY_MS,
  CLEAR_LINE,
  loggedProgress,
  type Progress,
  terminalProgress,
} from '../ground/telemetry/progress.ts';
import type { DoctorContext } from '../operate/doctor/doctor-context.ts';
import type { DataContext } from '../market/sources/data-context.ts';
import type { PowerContext } from '../forecasts/fundamentals/power-inputs.ts';
import {
  CALIBRATING,
  FORECASTING,
  type ForecastContext,
  type ForecastPurpose,
} from '../forecasts/issue/forecast-context.ts';
import { CHALLENGER } from '../forecasts/issue/day-ahead-model.ts';
import { INTRADAY_CHALLENGER } from '../forecasts/issue/intraday-model.ts';
import type { PoolCounts } from '../ground/telemetry/telemetry.ts';
import type { RetentionContext } from '../operate/retention/tidy-up.ts';
import { type Sealer, createSealer } from '../ground/secrets/sealing.ts';
import { readSealingKeys } from '../operate/setup/read-secrets.ts';
import { createDnsResolve, resolveLikeSystem } from '../outbound/webhooks/vetted-agent.ts';
import type { WebhookContext } from '../outbound/webhooks/webhook-context.ts';
import {
  countConnections,
  databaseOn,
  type Db,
  LOST_CONNECTIONS,
  openDatabase,
  openPool,
} from '../ground/database/database.ts';
import { hasCluster } from '../ground/embedded-postgres/has-cluster.ts';
import { startEmbeddedPostgres } from '../ground/embedded-postgres/start-embedded-postgres.ts';
import { readsOnly } from '../ground/database/server-state.ts';
import { readDatabaseAddress } from '../ground/database/database-address.ts';
import { hostsOf } from '../ground/database/database-hosts.ts';
import { prepareDatabase } from '../ground/database/prepare-database.ts';
import { sharesSessions } from '../ground/database/shares-sessions.ts';

/** Everything that the service is made of. */
export interface Context extends OperatorContext {
  sealer: Sealer;
}

/** What the operator's commands work with: they seal nothing. */
export interface OperatorContext extends DataContext, ForecastContext, PowerContext, RetentionContext {
  db: Db;
  databaseUrl: string;
  /** Where the embedded database's files are; undefined where DATABASE_URL names another one. */
  databaseFolder: string | undefined;
  /** The connections to the database. */
  pool: () => PoolCounts;
  clock: Clock;
  /** The machine's own time, for what is compared with the clocks of others. */
  wallClock: Clock;
  logger: Logger;
  webhooks: Pick<WebhookContext, 'resolve' | 'allowPrivateTargets'>;
  version: string;
  progress: Progress;
  /** From now on progress goes to the log, and is not drawn at the terminal. */
  logProgress(): void;
  /** Lets a further listener have what is reported of progress; undefined ends that. */
  watchProgress(listener: Progress | undefined): void;
  /** What forecasts are computed on that are waited for. */
  threads: Threads;
  /** Ends at once what is computed and what sources are asked. Nothing is lost: it is done again after the next start. */
  cutShort(): Promise<void>;
  close(): Promise<void>;
}

/** How long a start of the service waits for a database that is not there yet. */
const DATABASE_PATIENCE_MS = 60_000;
/** A job whose statement waits longer for a lock fails and is tried again. */
const LOCK_TIMEOUT_MS = 60_000;
/** What a close waits for queries that are under way. */
const CLOSING_MS = 1000;
const INSPECTING = { maxConnections: 2, isReadOnly: true };
/** Of runs that know the same as the one before, the forecast is computed once: those of the champion and of its challengers. */
const RUNS_REMEMBERED = 4;
/** A third year costs three times as much and says little about a fleet that grows. */
const POWER_WINDOW_DAYS = 730;

/** Opens the database, which is made where there is none, and builds the rest of the service on it. */
export async function createContext(config: Config): Promise<Context> {
  const context = await openContext(config, { mayCreate: true, patienceMs: DATABASE_PATIENCE_MS });
  try {
    const keys = config.sealingKeys ?? (await readSealingKeys(config));
    return { ...context, sealer: createSealer(keys) };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/**
 * Opens the database (starting the embedded one where none is configured), migrates it and builds on it what commands need.
 * Where there is no database, one is made with `mayCreate`; otherwise an OperatorError says where it was looked for, and
 * nothing is made. `patienceMs`: how long a database that does not answer is waited for.
 */
export async function openContext(
  config: Config,
  { mayCreate, patienceMs = 0 }: { mayCreate: boolean; patienceMs?: number },
): Promise<OperatorContext> {
  const { logger, onConnect } = createLogger(config.log);
  const logged = loggedProgress(logger);
  let shown = process.stderr.isTTY ? terminalProgress(process.stderr) : logged;
  let watched: Progress | undefined;
  const progress: Progress = (...step) => {
    shown(...step);
    watched?.(...step);
  };
  const logProgress = () => {
    shown = logged;
    if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
  };
  if (mayCreate) await makeDataDir(config, logger);
  else if (!(await hasDatabase(config))) throw new OperatorError(missingDatabaseText(config));
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          onProgress: (message) => logger.info(message),
          onFault: (message) => logger.error(message),
        })
      : undefined;
  const databaseUrl = config.databaseUrl ?? embedded?.databaseUrl ?? '';
  const pool = openPool(databaseUrl, {
    maxConnections: config.databaseConnections,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    onConnect,
    onLost: (connections) => logger.warn({ connections }, LOST_CONNECTIONS),
  });
  const db = databaseOn(pool);
  const unwatch = hostsOf(databaseUrl)?.onMove((to, from) =>
    logger.warn({ to, from }, 'the database is reached at another of its hosts'),
  );
  const threads = createThreads();
  const background = createThreads(1, 'background');
  const stopped = new AbortController();
  const cutShort = async () => {
    stopped.abort();
    await Promise.all([threads.close(), background.close()]);
  };
  const close = async () => {
    await cutShort();
    unwatch?.();
    // A query that hangs holds its connection; the embedded server ends it.
    await Promise.race([db.destroy(), sleep(CLOSING_MS, undefined, { ref: false })]);
    await embedded?.stop();
  };
  try {
    const { tenantRole } = config;
    const kind = mayCreate ? { patienceMs } : { emptyText: missingDatabaseText(config) };
    const freeze = { now: createClock(config.clockStart).now(), minutes: config.freezeMinutes };
    await prepareDatabase(config.databaseDirectUrl ?? databaseUrl, { tenantRole, logger, freeze, ...kind });
  } catch (error) {
    await close();
    throw error;
  }
  const clock = createClock(config.clockStart);
  const powerOptions = { ...POWER_OPTIONS, windowDays: POWER_WINDOW_DAYS };
  const forecastPower = createPowerForecaster(threads, powerOptions);
  const forecastQuietly = createPowerForecaster(background, powerOptions);
  const onProgress = (purpose: ForecastPurpose): OnProgress | undefined => {
    // What nobody waits for is reported as a whole.
    if (purpose === 'background' || purpose === 'past') return undefined;
    const step = purpose === 'calibration' ? CALIBRATING : FORECASTING;
    return ({ done, total }) => progress(step, done, total);
  };
  const forecastRun = rememberWork(({ recipe, tasks }: { recipe: Recipe; tasks: HorizonTask[] }) => {
    const remembersFits = true;
    return forecastHorizonsInWorkers(tasks, {
      threads,
      recipe,
      remembersFits,
      onProgress: onProgress('forecast'),
    });
  }, RUNS_REMEMBERED);
  const zoneFits: Record<'waitedFor' | 'background', ZoneFitMemory> = {
    waitedFor: new Map(),
    background: new Map(),
  };
  return {
    db,
    databaseUrl,
    databaseFolder: embedded?.folder,
    pool: () => countConnections(pool),
    clock,
    wallClock: createClock(undefined),
    webhooks: {
      resolve: config.allowPrivateWebhookTargets ? resolveLikeSystem : createDnsResolve(),
      allowPrivateTargets: config.allowPrivateWebhookTargets,
    },
    logger,
    retention: { days: config.retention, outboxDir: outboxDirOf(config) },
    version: packageVersion(),
    sources: config.sources,
    champion: DAY_AHEAD,
    challengers: config.challengers ? [CHALLENGER] : [],
    zones: ZONE_RECIPE,
    auctions: { champion: INTRADAY, challengers: config.challengers ? [INTRADAY_CHALLENGER] : [] },
    progress,
    logProgress,
    watchProgress(listener) {
      watched = listener;
    },
    quietProgress: loggedProgress(logger, { everyMs: BACKGROUND_LOG_EVERY_MS }),
    threads,
    liveSources: createLiveSources(config.sourceSettings, {
      fetch: globalThis.fetch,
      now: () => clock.now(),
      sleep: (ms) => sleep(ms, undefined, { signal: stopped.signal }),
      random: Math.random,
      version: packageVersion(),
      stopped: stopped.signal,
    }),
    forecastPower: (tasks, purpose) => (purpose === 'background' ? forecastQuietly : forecastPower)(tasks),
    completeForecast: (completion, purpose) =>
      completeForecastInWorker(completion, { threads: purpose === 'background' ? background : threads }),
    forecastZone: (task, purpose) =>
      forecastZoneInWorkers(
        task,
        purpose === 'background'
          ? { threads: background, memory: zoneFits.background }
          : { threads, memory: zoneFits.waitedFor },
      ),
    forecastIntraday: (options, tasks, purpose) =>
      forecastIntradayInWorkers(tasks, {
        threads: purpose === 'background' ? background : threads,
        options,
        onProgress: onProgress(purpose),
      }),
    forecastHorizons: (recipe, tasks, purpose, signal) =>
      purpose === 'forecast'
        ? forecastRun({ recipe, tasks })
        : forecastHorizonsInWorkers(tasks, {
            threads: purpose === 'background' ? background : threads,
            recipe,
            remembersFits: purpose !== 'calibration',
            signal,
            onProgress: onProgress(purpose),
          }),
    cutShort,
    close,
  };
}

/** Where mail is written that has no server to go to. */
export function outboxDirOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'outbox');
}

/** The parts with which `lonja doctor` checks an installation. It creates nothing, and its database cannot be written to. */
export function createDoctorContext(config: Config, firstAddress?: string): DoctorContext {
  const replicaUrl = config.databaseReplicaUrl;
  return {
    config,
    version: packageVersion(),
    firstAddress,
    clock: createClock(config.clockStart),
    wallClock: createClock(undefined),
    fetch: globalThis.fetch,
    ...(replicaUrl !== undefined && { openReplica: () => openDatabase(replicaUrl, INSPECTING) }),
    async openDatabase() {
      if (config.databaseUrl !== undefined) {
        const isReadOnly = await asksWhetherReadOnly(config.databaseUrl);
        const isShared = await sharesSessions(config.databaseDirectUrl ?? config.databaseUrl).catch(
          () => false,
        );
        const db = openDatabase(config.databaseUrl, INSPECTING);
        return {
          db,
          isReadOnly,
          sharesSessions: isShared,
          hosts: (await hostsOf(config.databaseUrl)?.states()) ?? [],
          place: readDatabaseAddress(config.databaseUrl).place,
          folder: undefined,
          startedHere: false,
          close: () => db.destroy(),
        };
      }
      if (!(await hasCluster(config.dataDir))) return undefined;
      const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir });
      const db = openDatabase(embedded.databaseUrl, INSPECTING);
      const close = async () => {
        await db.destroy();
        await embedded.stop();
      };
      const { folder, startedHere } = embedded;
      const isReadOnly = await asksWhetherReadOnly(embedded.databaseUrl);
      return { db, isReadOnly, sharesSessions: false, hosts: [], place: folder, folder, startedHere, close };
    },
  };
}

/** The sessions of the doctor cannot write anyway: one of another kind tells what those of the service can. */
async function asksWhetherReadOnly(databaseUrl: string): Promise<boolean> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    return await readsOnly(db);
  } finally {
    await db.destroy();
  }
}

/** The folder of everything that is not in the database. With a database elsewhere the service can do without. */
async function makeDataDir({ dataDir, databaseUrl }: Config, logger: Logger): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    if (databaseUrl === undefined) throw error;
    logger.warn({ dataDir, error }, 'DATA_DIR cannot be made; nothing is kept outside of the database');
  }
}

/** Whether there is a database to open. One that DATABASE_URL names is there unless its server says otherwise. */
export async function hasDatabase({ databaseUrl, dataDir }: Config): Promise<boolean> {
  return databaseUrl !== undefined || hasCluster(dataDir);
}

function missingDatabaseText({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined
    ? `There is no database in the data folder ${dataDir}; set DATA_DIR to that of the service, or make a database with "npm start" or "lonja import".`
    : 'The database that DATABASE_URL names holds nothing of Lonja; check the address, or fill it with "npm start" or "lonja import".';
}
