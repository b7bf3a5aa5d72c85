import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@lonja/forecasting/market';
import type { FastifyInstance } from 'fastify';
import { API_LIMITS, type ApiPools, databasesOn } from './reading/api-pools.ts';
import type { Config } from '../operate/config/config.ts';
import type { Context } from './context.ts';
import { explainTakenPort } from '../ground/errors.ts';
import { createApp } from './app.ts';
import { createReader } from './reading/create-reader.ts';
import { createWhatIfs } from './what-if/create-what-ifs.ts';
import type { JobQueue } from '../ground/jobs/queue.ts';
import { startTurns, type Turns } from '../ground/jobs/turns.ts';
import { createDataEpoch } from '../market/replies/data-epoch.ts';
import { listKnownSources } from '../market/sources/known-sources.ts';
import type { OutboxSignal } from '../outbound/events/append-event.ts';
import { hasFirstRunFile } from '../operate/setup/operator-advice.ts';
import type { ReaderSettings } from './reading/reading-thread.ts';
import { startApplicationBuild } from './start-application-build.ts';
import type { RunningTelemetry } from './start-telemetry.ts';
import type { PoolCounts } from '../ground/telemetry/telemetry.ts';
import { noteGoodMinute } from '../operate/status/component-days.ts';
import { databaseOn, type Db } from '../ground/database/database.ts';
import { findDataOrigin } from '../ground/database/service-state.ts';
import type { SessionSecrets } from '../ground/secrets/session-secrets.ts';

/** All requests wait for the one statement that lets them in; it does no more than wait for locks. */
const ADMISSION_ANSWER_MS = API_LIMITS.lockTimeoutMs + 1000;
/** More often than each minute, so that none is left out. */
const PRESENCE_MS = MINUTE_MS / 3;

/** How long after a run its models may be missing for what-ifs. */
const RENEWAL_MS = MINUTE_MS / 2;

const READER_PROGRAM = new URL('./reading/reading-thread.ts', import.meta.url);
/** One for each turn that reads may have at once. */
const READER_CONNECTIONS = 6;

export interface RunningApi {
  baseUrl: string;
  /** Connections of the thread for reads. */
  readerPools(): Record<string, PoolCounts>;
  stop(): Promise<void>;
}

export interface ApiParts {
  pools: ApiPools;
  queue: JobQueue;
  /** Connections of this process that were given up in the last hour. */
  lostConnections: () => number;
  clockAheadMs: () => number | undefined;
  outbox: OutboxSignal;
  counting: RunningTelemetry;
  sessionSecrets: SessionSecrets;
  onMailQueued: () => void;
  isStopping: () => boolean;
}

/** Starts to answer requests: all of them, or those for the health of a worker. */
export async function startApi(context: Context, config: Config, parts: ApiParts): Promise<RunningApi> {
  const { clock, logger } = context;
  const { pools, queue, counting, ...shared } = parts;
  const { db, marketDb } = databasesOn(pools);
  const admissionDb = databaseOn(pools.api, { answerMs: ADMISSION_ANSWER_MS });
  await using running = new AsyncDisposableStack();
  running.defer(() => db.destroy());
  if (marketDb !== db) running.defer(() => marketDb.destroy());
  const isWorker = config.role === 'worker';
  const reader = isWorker ? undefined : createReader(READER_PROGRAM, readerOptions(context, config));
  running.defer(() => reader?.close());
  const whatIfs = isWorker ? undefined : createWhatIfs({ databaseUrl: context.databaseUrl });
  running.defer(() => whatIfs?.close());
  const renewals =
    whatIfs &&
    startTurns(async () => whatIfs.renew(clock.now()), {
      everyMs: RENEWAL_MS,
      logger,
      failure: 'the models of what-ifs could not be renewed',
    });
  running.defer(() => renewals?.stop());
  const application = isWorker ? undefined : startApplicationBuild(logger, config);
  running.defer(() => application?.stop());
  const app = await createApp({
    ...shared,
    db,
    admissionDb,
    marketDb,
    webhooks: context.webhooks,
    clock,
    logger,
    version: context.version,
    publicUrl: config.publicUrl,
    signInPrivateOrigins: config.signInPrivateOrigins,
    sessionIdleMs: config.sessionIdleMinutes * MINUTE_MS,
    hasFirstRunFile: () => hasFirstRunFile(config.dataDir),
    superadminsNeedFactor: config.superadminSecondFactor === true,
    sealer: context.sealer,
    dataOrigin: () => findDataOrigin(marketDb),
    dataEpoch: createDataEpoch({ db: marketDb, clock }),
    ...(reader && { reader }),
    ...(whatIfs && { whatIfs }),
    ...(application && { application: () => application.folder() }),
    ...(pools.replicaWatch && { replica: pools.replicaWatch }),
    answersHealthAlone: isWorker,
    queueIsHealthy: () => queue.isHealthy(),
    queuesNotPolled: () => queue.notPolled(),
    jobs: queue.board,
    telemetry: counting.telemetry,
    knownSources: listKnownSources(context),
    startedAt: clock.now(),
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    limits: config.limits,
    maxEventLoopDelayMs: config.maxEventLoopDelayMs,
  });
  running.defer(() => app.close());
  counting.watch(app.server);
  // Before the first answer: a replica may be hours behind.
  await pools.replicaWatch?.look();
  await listen(app, config);
  if (!isWorker) {
    const presence = startPresence(db, { clock, logger });
    running.defer(() => presence.stop());
  }
  const started = running.move();
  return {
    baseUrl: addressOf(app.server.address(), config.host),
    readerPools: () => reader?.pools() ?? {},
    stop: () => started.disposeAsync(),
  };
}

function readerOptions({ databaseUrl, logger }: Context, config: Config) {
  const settings: ReaderSettings = {
    databaseUrl,
    databaseReplicaUrl: config.databaseReplicaUrl,
    databaseConnections: Math.min(READER_CONNECTIONS, config.databaseConnections),
  };
  return { settings, logger };
}

/** Says each minute that a process of the API works, for the status page. While the database is away it does not. */
function startPresence(db: Db, { clock, logger }: Pick<Context, 'clock' | 'logger'>): Turns {
  const note = async () => {
    const now = clock.now();
    await noteGoodMinute(db, { component: 'api', minute: now - (now % MINUTE_MS) }).catch(() => undefined);
  };
  return startTurns(note, {
    everyMs: PRESENCE_MS,
    logger,
    failure: 'the presence of the API could not be noted',
  });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw explainTakenPort(error, { host, port, variable: 'PORT' });
  }
}

function addressOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
