import { openApiPools } from './reading/api-pools.ts';
import type { Config } from '../operate/config/config.ts';
import type { Context } from './context.ts';
import { jobHandlers } from './job-handlers.ts';
import { type HandlersWith, type JobQueue, startQueue } from '../ground/jobs/queue.ts';
import { createOutboxSignal, OUTBOX_CHANNEL } from '../outbound/events/append-event.ts';
import { startClockWatch } from '../operate/telemetry/clock-watch.ts';
import { startSealingWatch } from '../operate/telemetry/sealing-watch.ts';
import type { PoolCounts } from '../ground/telemetry/telemetry.ts';
import { adoptSealingKeys, adoptSessionSecrets } from '../operate/setup/adopt-secrets.ts';
import { createFirstAccounts, type FirstRun } from '../operate/setup/first-run.ts';
import { adviseOperator } from '../operate/setup/operator-advice.ts';
import { readSessionSecrets } from '../operate/setup/read-secrets.ts';
import { type RunningApi, startApi } from './start-api.ts';
import { startTelemetry } from './start-telemetry.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';
import { countConnections } from '../ground/database/database.ts';
import { listenTo } from '../ground/database/listen.ts';
import { type DataOrigin, findDataOrigin } from '../ground/database/service-state.ts';

export interface RunningService {
  baseUrl: string;
  /** The first accounts, when this start created them. */
  firstRun: FirstRun | undefined;
  /**
   * Makes sure that there are data and a forecast, then follows the schedule; a process that answers requests alone leaves that to others.
   * Gives the origin of the data, undefined where there are none yet. Rejects only where there are no data to serve.
   */
  follow(): Promise<DataOrigin | undefined>;
  /** From now on `/ready` says that the service stops. */
  announceStop(): void;
  stop(): Promise<void>;
}

/**
 * Starts what the role of this process requires, and creates the first accounts where there are none. Until `follow` has published the
 * first forecast `/ready` says 503. Where a part cannot start, as with a port that is taken, the others are stopped again. Closing the
 * context is left to the caller.
 */
export async function startService(context: Context, config: Config): Promise<RunningService> {
  const { db, logger } = context;
  const { role } = config;
  // Before anything works with secrets that it could not open.
  await adoptSealingKeys(context, { areLost: config.sealingKeysLost });
  const sessionSecrets = config.sessionSecrets ?? (await readSessionSecrets(config));
  await adoptSessionSecrets(context, sessionSecrets);
  await using parts = new AsyncDisposableStack();
  const pools = openApiPools(context, config);
  const clockWatch = startClockWatch(context);
  parts.defer(() => clockWatch.stop());
  const sealingWatch = startSealingWatch(context);
  parts.defer(() => sealingWatch.stop());
  const working: { queue?: JobQueue; api?: RunningApi } = {};
  const poolCounts = (): Record<string, PoolCounts> => ({
    jobs: context.pool(),
    api: countConnections(pools.api),
    ...(working.queue && { queue: working.queue.connections() }),
    ...(pools.replica && { replica: countConnections(pools.replica) }),
    ...working.api?.readerPools(),
  });
  const counting = await startTelemetry(context, config, {
    pools: poolCounts,
    queuePolls: () => working.queue?.polls() ?? [],
    clockAheadMs: clockWatch.aheadMs,
    hasSealingKey: sealingWatch.hasKey,
    replica: pools.replicaWatch?.state,
  });
  parts.defer(() => counting.stop());
  const handlersWith: HandlersWith = (jobLog, send) => jobHandlers({ ...context, logger: jobLog }, send);
  const directUrl = config.databaseDirectUrl ?? context.databaseUrl;
  const jobs = await startQueue(directUrl, role === 'api' ? undefined : handlersWith, {
    logger,
    onJob: counting.telemetry?.onJob,
    keptDays: config.retention.jobs,
  });
  working.queue = jobs;
  parts.defer(async () => {
    const stopped = jobs.stop();
    await context.cutShort();
    await stopped;
  });
  let isStopping = false;
  let worker: RunningWorker | undefined;
  const outbox = createOutboxSignal();
  const api = await startApi(context, config, {
    pools,
    queue: jobs,
    lostConnections: () => Object.values(poolCounts()).reduce((sum, { lostLately }) => sum + lostLately, 0),
    clockAheadMs: clockWatch.aheadMs,
    outbox,
    counting,
    sessionSecrets,
    onMailQueued: () => worker?.onMailQueued(),
    isStopping: () => isStopping,
  });
  working.api = api;
  const { baseUrl } = api;
  if (role !== 'api')
    worker = startWorker(context, config, {
      sessionSecrets,
      publicUrl: config.publicUrl ?? baseUrl,
      telemetry: counting.telemetry,
    });
  const listening = listenTo(directUrl, OUTBOX_CHANNEL, () => {
    worker?.onOutbox();
    outbox.notify();
  });
  // Requests end first: what they queue still finds a worker.
  parts.defer(() => worker?.stop());
  parts.defer(() => listening.stop());
  parts.defer(() => api.stop());
  const firstRun =
    role === 'worker' ? undefined : await createFirstAccounts(context, { dataDir: config.dataDir, baseUrl });
  const { dataDir, host, superadminSecondFactor } = config;
  if (role !== 'worker') {
    await adviseOperator(logger, {
      dataDir,
      host,
      superadminSecondFactor,
      madeAccounts: firstRun !== undefined,
    });
  }
  const started = parts.move();
  return {
    baseUrl,
    firstRun,
    follow: () => (worker === undefined ? findDataOrigin(db) : worker.follow(jobs)),
    announceStop() {
      isStopping = true;
    },
    stop: () => started.disposeAsync(),
  };
}
