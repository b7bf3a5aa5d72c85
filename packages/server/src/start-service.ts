import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AUCTION_CALENDAR, latestScheduledRun } from '@lonja/forecasting';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { explainTakenPort } from './errors.ts';
import { createApp, HANDLER_TIMEOUT_MS } from './http/app.ts';
import { startAlertEvaluation } from './jobs/alert-evaluation.ts';
import { startDeliveryWorker } from './jobs/delivery-worker.ts';
import { jobHandlers } from './jobs/job-handlers.ts';
import { startQueue } from './jobs/queue.ts';
import { startMailDelivery } from './jobs/mail-delivery.ts';
import { startScheduler } from './jobs/scheduler.ts';
import type { Turns } from './jobs/turns.ts';
import { createMailTransport, type MailTransport } from './mail/mail-transport.ts';
import { createOutboxSignal, type OutboxSignal } from './services/events/outbox-signal.ts';
import { chooseDataOrigin } from './services/data/choose-data-origin.ts';
import { createDataEpoch } from './services/data/data-epoch.ts';
import { listKnownSources } from './services/data/known-sources.ts';
import { loadData } from './services/data/load-data.ts';
import { issueRun } from './services/forecasts/issue-run.ts';
import { createFirstAccounts, type FirstRun } from './services/setup/first-run.ts';
import { renewSealedSecrets } from './services/setup/renew-sealed-secrets.ts';
import { readSessionSecret } from './services/setup/session-secret.ts';
import { OUTBOX_CHANNEL } from './store/events/append-event.ts';
import { countConnections, databaseOn, openPool } from './store/database.ts';
import { isDatabaseUnreachable } from './store/database-fault.ts';
import { findRunOfSchedule } from './store/forecast-runs.ts';
import { listenTo } from './store/listen.ts';
import { startTelemetry } from './start-telemetry.ts';
import { startApplicationBuild } from './start-application-build.ts';
import { type DataOrigin, findDataOrigin } from './store/service-state.ts';

/** A request that waits for a lock holds one of few connections. */
const REQUEST_LOCK_TIMEOUT_MS = 3000;
/** Between two tries to reach a database that is away. */
const DATABASE_PAUSE_MS = 2000;

export interface RunningService {
  baseUrl: string;
  /** The first accounts, when this start created them. */
  firstRun: FirstRun | undefined;
  /**
   * Makes sure that there are data and a forecast, then follows the schedule. Gives the origin of the data. Rejects only where there
   * are no data to serve.
   */
  follow(): Promise<DataOrigin>;
  /** From now on `/ready` says that the service stops. */
  announceStop(): void;
  stop(): Promise<void>;
}

/**
 * Starts the queue and the API and creates the first accounts where there are none. Until `follow` has published the first
 * forecast `/ready` says 503. Where a part cannot start, as with a port that is taken, the others are stopped again. Closing the
 * context is left to the caller.
 */
export async function startService(context: Context, config: Config): Promise<RunningService> {
  const { db, clock, logger } = context;
  await using parts = new AsyncDisposableStack();
  // Apart from the jobs: neither of them takes the other's connections, and a request waits for no lock longer than for its answer.
  const apiPool = openPool(context.databaseUrl, {
    maxConnections: config.databaseConnections,
    lockTimeoutMs: REQUEST_LOCK_TIMEOUT_MS,
    statementTimeoutMs: HANDLER_TIMEOUT_MS,
  });
  const apiDb = databaseOn(apiPool);
  parts.defer(() => apiDb.destroy());
  const counting = await startTelemetry(context, config, () => ({
    api: countConnections(apiPool),
    jobs: context.pool(),
  }));
  parts.defer(() => counting.stop());
  const { telemetry } = counting;
  const handlersWith = (jobLog: Logger) => jobHandlers({ ...context, logger: jobLog });
  const queue = await startQueue(context.databaseUrl, handlersWith, { logger, onJob: telemetry?.onJob });
  parts.defer(async () => {
    const stopped = queue.stop();
    await context.cutShort();
    await stopped;
  });
  const jwtSecret = config.sessionSecret ?? (await readSessionSecret(config));
  const running: { mail?: Turns } = {};
  let isStopping = false;
  const onMailQueued = () => running.mail?.wake();
  const outbox = createOutboxSignal();
  const outboxWork = await startOutboxWork(context, { outbox, onMailQueued });
  parts.defer(() => outboxWork.stop());
  parts.defer(() => running.mail?.stop());
  const application = startApplicationBuild(logger, config);
  parts.defer(() => application.stop());
  const app = await createApp({
    db: apiDb,
    webhooks: context.webhooks,
    outbox,
    clock,
    logger,
    version: context.version,
    jwtSecret,
    sealer: context.sealer,
    onMailQueued,
    dataOrigin: () => findDataOrigin(apiDb),
    dataEpoch: createDataEpoch({ db: apiDb, clock }),
    application: () => application.folder(),
    queueIsHealthy: () => queue.isHealthy(),
    isStopping: () => isStopping,
    jobs: queue.board,
    telemetry,
    knownSources: listKnownSources(context),
    startedAt: clock.now(),
    trustedProxies: config.trustedProxies,
  });
  parts.defer(() => app.close());
  counting.watch(app.server);
  await listen(app, config);
  const baseUrl = addressOf(app.server.address(), config.host);
  running.mail = startMailDelivery({
    db,
    clock,
    logger,
    jwtSecret,
    transport: openMailTransport(config, logger),
    publicUrl: config.publicUrl ?? baseUrl,
  });
  const firstRun = await createFirstAccounts(context, { dataDir: config.dataDir, baseUrl });
  const started = parts.move();
  return {
    baseUrl,
    firstRun,
    async follow() {
      const dataOrigin = await prepareForecast(context, () => started.disposed);
      if (started.disposed) return dataOrigin;
      const scheduler = startScheduler(context, queue);
      started.defer(() => scheduler.stop());
      return dataOrigin;
    },
    announceStop() {
      isStopping = true;
    },
    stop: () => started.disposeAsync(),
  };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw explainTakenPort(error, { host, port, variable: 'PORT' });
  }
}

function openMailTransport({ smtpUrl, mailFrom, dataDir }: Config, logger: Logger): MailTransport {
  const outboxDir = path.join(dataDir, 'outbox');
  if (smtpUrl === undefined) logger.info({ outboxDir }, 'SMTP_URL is not set: mail is written to the outbox');
  return createMailTransport({ smtpUrl, from: mailFrom, outboxDir });
}

/** Starts the delivery of webhooks and the alerts, and tells this process of what others write into the outbox. */
async function startOutboxWork(
  context: Context,
  { outbox, onMailQueued }: { outbox: OutboxSignal; onMailQueued: () => void },
): Promise<{ stop(): Promise<void> }> {
  await renewSealedSecrets(context);
  const deliveries = startDeliveryWorker({ ...context, ...context.webhooks });
  const alerts = startAlertEvaluation({ ...context, onMailQueued });
  const listening = listenTo(context.databaseUrl, OUTBOX_CHANNEL, () => {
    deliveries.wake();
    alerts.wake();
    outbox.notify();
  });
  return {
    async stop() {
      await listening.stop();
      await deliveries.stop();
      await alerts.stop();
    },
  };
}

/**
 * Sees to the first forecast. Where that fails and data are there, the service goes on with what it has: the schedule tries again.
 * While the database is away it waits.
 */
async function prepareForecast(context: Context, hasEnded: () => boolean): Promise<DataOrigin> {
  const { db, logger } = context;
  for (;;) {
    try {
      return await issueFirstForecast(context);
    } catch (error) {
      if (hasEnded()) throw error;
      const dataOrigin = await findDataOrigin(db).catch(() => undefined);
      if (dataOrigin !== undefined && !isDatabaseUnreachable(error)) {
        logger.error(
          { error },
          'the latest forecast could not be issued; the service goes on with what it has',
        );
        return dataOrigin;
      }
      if (!isDatabaseUnreachable(error)) throw error;
      logger.warn({ error }, 'the database is away; the first forecast waits for it');
      await sleep(DATABASE_PAUSE_MS);
    }
  }
}

/** Loads data and issues the latest scheduled forecast, unless an earlier start has done so already. */
async function issueFirstForecast(context: Context): Promise<DataOrigin> {
  const { db, clock } = context;
  const run = latestScheduledRun(AUCTION_CALENDAR.da, clock.now());
  if ((await findDataOrigin(db)) !== undefined) {
    const dataOrigin = await chooseDataOrigin(context);
    const slot = { product: 'da' as const, dataOrigin, scheduledFor: run.scheduledFor, now: clock.now() };
    if ((await findRunOfSchedule(db, slot)) !== undefined) return dataOrigin;
  }
  const dataOrigin = await loadData(context);
  await issueRun(context, { product: 'da', run, dataOrigin });
  return dataOrigin;
}

function addressOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
