import type { Product, ScheduledRun } from '@lonja/forecasting/market';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { createJobBoard, type JobBoard } from './job-board.ts';
import type { DataOrigin } from '../database/service-state.ts';
import type { EndedJob, PoolCounts, QueuePoll } from '../telemetry/telemetry.ts';
import { DEFAULT_RETENTION } from '../config/retention-days.ts';
import type { DatabasePool } from '../database/database-pool.ts';
import { countConnections, LOST_CONNECTIONS, openPool } from '../database/database.ts';
import { listenTo } from '../database/listen.ts';
import { watchQueues } from './queue-watch.ts';
import { runJob } from './run-job.ts';

/** Forecasts of past runs of one model that are made together, and kept together. */
export interface CalibrationPart {
  product: Product;
  dataOrigin: DataOrigin;
  modelVersionId: string;
  /** The published run that lacks them. */
  run: ScheduledRun;
  runs: ScheduledRun[];
  /** Whether they are the last of their model. */
  isLast: boolean;
  /** How many come before these in the whole piece of work, of how many. */
  done: number;
  total: number;
}

/** Jobs by queue name, with the payload of each. */
export interface JobPayloads {
  /** Issue the forecast of one scheduled run; instants in epoch ms. */
  'issue-forecast': { product: string; scheduledFor: number; firstDay: string; newInput?: number };
  /** Make up the past forecasts that the bounds of a published run, and of those that follow it, lack. */
  'complete-calibration': { product: string; scheduledFor: number; firstDay: string };
  /** A part of that, which any process takes. */
  'calibrate-days': CalibrationPart;
  /** Turn made-up forecasts of a product into what would have been published, for figures of accuracy. */
  'backtest-runs': { product: string };
  /** Make the runs of the days before the first start of a simulated market. */
  'issue-past': Record<string, never>;
  /** Let the challengers of a product forecast its latest runs as well. */
  'run-shadows': { product: string };
  /** Forecast load, wind, sun and the rest of the power system, unless that was done since it was due. */
  'forecast-fundamentals': Record<string, never>;
  /** Replace champions to which a challenger is superior. */
  'review-models': Record<string, never>;
  /** Choose between the market and the simulator, and simulate up to the present. */
  'load-data': Record<string, never>;
  /** Load the past days that models read and the store lacks. */
  'load-history': Record<string, never>;
  /** Load past days that a superadmin asked for. */
  backfill: { backfillId: string };
  /** Ask the sources for what is due by the ledger. */
  'follow-sources': Record<string, never>;
  /** Look after partitions, and delete what is kept no longer: see `operate/retention`. */
  'tidy-up': Record<string, never>;
}

export type JobName = keyof JobPayloads;
/** The signal is aborted when the queue stops or gives the job up. */
type JobHandler<Payload> = (payload: Payload, signal: AbortSignal) => Promise<void>;
/** The handlers of one job, which its lines in the log name, and which may ask for others. */
export type HandlersWith = (logger: Logger, send: JobQueue['send']) => JobHandlers;
export type JobHandlers = { [Name in JobName]: JobHandler<JobPayloads[Name]> };

/** Who asked for a job, beside its payload. */
export interface JobOrigin {
  /** The request that asked for it, so that a search of the log by it finds the job's lines. */
  requestId?: string | undefined;
}

export interface JobQueue {
  /** What is queued, for those who run the platform. */
  board: JobBoard;
  /** Queues a job unless one with the same key is waiting or running, in any process; then it gives false. */
  send<Name extends JobName>(
    name: Name,
    key: string,
    payload: JobPayloads[Name],
    origin?: JobOrigin,
  ): Promise<boolean>;
  isHealthy(): Promise<boolean>;
  /** How long ago this process asked for the jobs of each queue that it works on. */
  polls(): QueuePoll[];
  /** The queues that it has not asked for a minute though the database answers. */
  notPolled(): readonly string[];
  connections(): PoolCounts;
  stop(): Promise<void>;
}

const DAY_S = 86_400;
const QUEUE_OPTIONS = {
  policy: 'exclusive',
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 900,
  // A process that has crashed gives no sign; what it had begun is taken over by any other, within a minute with the times below.
  heartbeatSeconds: 25,
  // A job that is queued wakes the workers.
  notify: true,
  deleteAfterSeconds: 3600,
};

/** Rare work, whose failures somebody should still find days later. */
const RARE_OPTIONS = { ...QUEUE_OPTIONS, deleteAfterSeconds: DEFAULT_RETENTION.jobs * DAY_S };
/** Takes minutes, on a slow machine or with a slow source hours. */
const LONG_OPTIONS = { ...RARE_OPTIONS, expireInSeconds: 4 * 3600 };
/** Every queue with its options. */
const QUEUES: Record<JobName, typeof QUEUE_OPTIONS> = {
  'issue-forecast': RARE_OPTIONS,
  'load-data': QUEUE_OPTIONS,
  'load-history': LONG_OPTIONS,
  'follow-sources': QUEUE_OPTIONS,
  'tidy-up': QUEUE_OPTIONS,
  'complete-calibration': LONG_OPTIONS,
  'calibrate-days': LONG_OPTIONS,
  'backtest-runs': LONG_OPTIONS,
  'issue-past': LONG_OPTIONS,
  'run-shadows': RARE_OPTIONS,
  'review-models': QUEUE_OPTIONS,
  'forecast-fundamentals': LONG_OPTIONS,
  backfill: LONG_OPTIONS,
};
export const QUEUE_NAMES: readonly string[] = Object.keys(QUEUES);
/** How often a worker polls where the database does not notify it. */
const POLLING_S = 2;
/** Queues whose retries are waited for look as often as if nothing woke them. */
const URGENT: ReadonlySet<JobName> = new Set(['issue-forecast', 'forecast-fundamentals']);
/** No job here depends on another. */
const FLOW_INTERVAL_S = 3600;
/** How often jobs without a heartbeat are looked for, and those that wake nobody: what is taken over or tried again. */
const LOOK_FOR_LOST_S = 10;
const STOP_TIMEOUT_MS = 10_000;
/** Statements of the queue are short: one without an answer for so long may be on a connection that is lost. */
const ANSWER_MS = 15_000;

export interface QueueOptions {
  logger: Logger;
  /** Called after every attempt at a job. */
  onJob?: ((job: EndedJob) => void) | undefined;
  lookForLostS?: number;
  /** How long ended jobs that run rarely stay readable, days. */
  keptDays?: number;
  /** Absent: 60,000. */
  longestPollMs?: number;
}

/**
 * Starts pg-boss on the service's own database, one worker for each queue, which begins a job as soon as it is queued. A job that fails is
 * retried with back-off. Handlers get a log that names the job; without handlers this process asks for jobs and leaves them to others.
 */
export async function startQueue(
  databaseUrl: string,
  handlersWith: HandlersWith | undefined,
  { logger, onJob, lookForLostS = LOOK_FOR_LOST_S, keptDays, longestPollMs }: QueueOptions,
): Promise<JobQueue> {
  const pool = openPool(databaseUrl, {
    maxConnections: 4,
    applicationName: 'lonja-jobs',
    onLost: (connections) => logger.warn({ connections }, LOST_CONNECTIONS),
  });
  const boss = new PgBoss({
    db: queueDatabase(databaseUrl, pool),
    schedule: false,
    supervise: handlersWith !== undefined,
    superviseIntervalSeconds: lookForLostS,
    monitorIntervalSeconds: lookForLostS,
    useListenNotify: handlersWith !== undefined,
    flowIntervalSeconds: FLOW_INTERVAL_S,
  });
  const stopping = new AbortController();
  boss.on('error', (error) => {
    // A job that outlasts the stop cannot say how it ended; it is taken up again at the next start.
    if (!stopping.signal.aborted) logger.error({ error: errorFrom(error) }, 'the job queue reports an error');
  });
  const send: JobQueue['send'] = async (name, key, payload, { requestId } = {}) => {
    const data = requestId === undefined ? payload : { ...payload, requestId };
    return (await boss.send(name, data, { singletonKey: key })) !== null;
  };
  await boss.start();
  await createQueues(boss, keptDays);
  if (handlersWith !== undefined)
    await startWork(boss, (jobLog) => handlersWith(jobLog, send), {
      logger,
      onJob,
      lookForLostS,
      stopping: stopping.signal,
    });

  const polls = () => pollsOf(boss);
  const watch = watchQueues(
    {
      polls,
      canWriteAnew: () => pool.canWriteAnew(),
      replaceConnections: () => pool.replaceAll(),
      logger,
    },
    longestPollMs === undefined ? {} : { longestMs: longestPollMs, everyMs: longestPollMs / 12 },
  );

  return {
    board: createJobBoard(boss, QUEUE_NAMES),
    send,
    async isHealthy() {
      return watch.stuck().length === 0 && (await boss.schemaVersion().catch(() => null)) !== null;
    },
    polls,
    notPolled: () => watch.stuck(),
    connections: () => countConnections(pool),
    async stop() {
      watch.stop();
      stopping.abort();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
      await pool.end();
    },
  };
}

/**
 * Queries of pg-boss. Connections that it makes itself have no listener for errors while it closes them: a server that ends just then
 * would end the process.
 */
function queueDatabase(databaseUrl: string, pool: DatabasePool): NonNullable<ConstructorOptions['db']> {
  return {
    executeSql: (text, values) => pool.ask(text, values, ANSWER_MS),
    async listen(channel, onNotification, onReconnect) {
      const listening = listenTo(databaseUrl, channel, (payload) =>
        payload === undefined ? onReconnect() : onNotification(payload),
      );
      return { close: () => listening.stop() };
    },
  };
}

/** A queue whose job is carried out is not asked for another one meanwhile. */
function pollsOf(boss: PgBoss): QueuePoll[] {
  const now = Date.now();
  const ages = boss.getWipData().map(({ name, count, createdOn, lastFetchedOn, lastJobEndedOn }) => ({
    name,
    ageMs: count > 0 ? 0 : Math.max(0, now - Math.max(createdOn, lastFetchedOn ?? 0, lastJobEndedOn ?? 0)),
  }));
  return [...Map.groupBy(ages, ({ name }) => name)].map(([name, ofName]) => ({
    name,
    ageMs: Math.min(...ofName.map(({ ageMs }) => ageMs)),
  }));
}

/** pg-boss reports errors of its workers as plain objects with the properties of an error. */
function errorFrom(given: Error): Error {
  return given instanceof Error ? given : Object.assign(new Error(), given);
}

/** Takes jobs from every queue, one at a time from each. */
async function startWork(
  boss: PgBoss,
  handlersWith: (logger: Logger) => JobHandlers,
  { logger, onJob, lookForLostS, stopping }: QueueOptions & { lookForLostS: number; stopping: AbortSignal },
): Promise<void> {
  const work = async <Name extends JobName>(
    name: Name,
    handlerOf: (handlers: JobHandlers) => JobHandler<JobPayloads[Name]>,
  ) => {
    type Data = JobPayloads[Name] & JobOrigin;
    const polling = {
      pollingIntervalSeconds: POLLING_S,
      notifyPollingIntervalSeconds: URGENT.has(name) ? POLLING_S : Math.max(POLLING_S, lookForLostS),
    };
    await boss.work<Data>(name, polling, async (jobs) => {
      for (const { id, data, signal } of jobs) {
        const stopped = AbortSignal.any([stopping, signal]);
        const { requestId, ...payload } = data;
        await runJob(
          { id, name, payload, requestId, signal: stopped },
          (jobLog) => handlerOf(handlersWith(jobLog))(data, stopped),
          { logger, onJob },
        );
      }
    });
  };
  await work('issue-forecast', (handlers) => handlers['issue-forecast']);
  await work('load-data', (handlers) => handlers['load-data']);
  await work('load-history', (handlers) => handlers['load-history']);
  await work('follow-sources', (handlers) => handlers['follow-sources']);
  await work('tidy-up', (handlers) => handlers['tidy-up']);
  await work('backtest-runs', (handlers) => handlers['backtest-runs']);
  await work('issue-past', (handlers) => handlers['issue-past']);
  await work('run-shadows', (handlers) => handlers['run-shadows']);
  await work('forecast-fundamentals', (handlers) => handlers['forecast-fundamentals']);
  await work('review-models', (handlers) => handlers['review-models']);
  await work('complete-calibration', (handlers) => handlers['complete-calibration']);
  await work('calibrate-days', (handlers) => handlers['calibrate-days']);
  await work('backfill', (handlers) => handlers.backfill);
}

/** Creates the queues that are not there and gives the others their options. */
export async function createQueues(boss: PgBoss, keptDays = DEFAULT_RETENTION.jobs): Promise<void> {
  for (const [name, { policy, ...settings }] of Object.entries(QUEUES)) {
    const isRare = settings.deleteAfterSeconds > QUEUE_OPTIONS.deleteAfterSeconds;
    const options = isRare ? { ...settings, deleteAfterSeconds: keptDays * DAY_S } : settings;
    await boss.createQueue(name, { policy, ...options });
    await boss.updateQueue(name, options);
  }
}
