import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** Jobs by queue name, with what each is told. */
export interface JobPayloads {
  /** Issue the forecast of one scheduled run; instants in epoch ms. */
  'issue-forecast': { product: string; scheduledFor: number; firstDay: string };
  /** Make up the past forecasts that the bounds of a published run, and of those that follow it, lack. */
  'complete-calibration': { product: string; scheduledFor: number; firstDay: string };
  /** Bring the stored market data up to the present. */
  'load-data': Record<string, never>;
  /** Delete what is no longer kept: old events, ended sessions, unfinished registrations. */
  'tidy-up': Record<string, never>;
}

export type JobName = keyof JobPayloads;
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

export interface JobQueue {
  /** Queues a job unless one with the same key is waiting or running. */
  send<Name extends JobName>(name: Name, key: string, payload: JobPayloads[Name]): Promise<void>;
  isHealthy(): Promise<boolean>;
  stop(): Promise<void>;
}

const QUEUE_OPTIONS = {
  policy: 'exclusive',
  retryLimit: 5,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 900,
  deleteAfterSeconds: 3600,
};

/** Longer than a calibration takes on a slow machine: a job that is taken for lost runs twice. */
const CALIBRATION_EXPIRES_S = 4 * 3600;
const POLLING_S = 2;
const STOP_TIMEOUT_MS = 10_000;

/** Starts pg-boss on the service's own database, one worker for each queue. A job that fails is retried with back-off. */
export async function startQueue(
  databaseUrl: string,
  handlers: JobHandlers,
  logger: Logger,
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    schedule: false,
    application_name: 'lonja-jobs',
  });
  boss.on('error', (error) => logger.error({ error }, 'the job queue reports an error'));
  await boss.start();
  const work = async <Name extends JobName>(
    name: Name,
    handle: (payload: JobPayloads[Name]) => Promise<void>,
    options = QUEUE_OPTIONS,
  ) => {
    await boss.createQueue(name, options);
    await boss.work<JobPayloads[Name]>(name, { pollingIntervalSeconds: POLLING_S }, async (jobs) => {
      for (const { data } of jobs) {
        logger.debug({ job: name, payload: data }, 'job started');
        await handle(data).catch((error: unknown) => {
          logger.error({ job: name, payload: data, error }, 'job failed');
          throw error;
        });
      }
    });
  };
  await work('issue-forecast', handlers['issue-forecast']);
  await work('load-data', handlers['load-data']);
  await work('tidy-up', handlers['tidy-up']);
  await work('complete-calibration', handlers['complete-calibration'], {
    ...QUEUE_OPTIONS,
    expireInSeconds: CALIBRATION_EXPIRES_S,
  });

  return {
    async send(name, key, payload) {
      await boss.send(name, payload, { singletonKey: key });
    },
    async isHealthy() {
      return (await boss.schemaVersion().catch(() => null)) !== null;
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  };
}
