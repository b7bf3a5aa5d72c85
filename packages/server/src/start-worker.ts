import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type Context, outboxDirOf } from './context.ts';
import { startAlertEvaluation } from './jobs/alert-evaluation.ts';
import { startAuditStreaming } from './jobs/audit-streaming.ts';
import { startDeliveryWorker } from './jobs/delivery-worker.ts';
import { startKeyReminders } from './jobs/key-reminders.ts';
import { startMailDelivery } from './jobs/mail-delivery.ts';
import type { JobQueue } from './jobs/queue.ts';
import { startScheduler } from './jobs/scheduler.ts';
import { startUptime } from './jobs/uptime.ts';
import { createMailTransport, type MailTransport } from './mail/mail-transport.ts';
import { createAuditTarget } from './services/audit/audit-target.ts';
import { createAuditStream } from './services/audit/stream-audit.ts';
import { prepareForecast } from './services/forecasts/first-forecast.ts';
import { makeMonths } from './services/retention/tend-months.ts';
import type { DataOrigin } from './store/service-state.ts';
import type { SessionSecrets } from './services/identity/session-secrets.ts';

export interface RunningWorker {
  /** Called when something was written into the outbox. */
  onOutbox(): void;
  onMailQueued(): void;
  /** Makes sure that there are data and a forecast, then follows the schedule. */
  follow(queue: JobQueue): Promise<DataOrigin>;
  stop(): Promise<void>;
}

/** Starts to deliver webhooks and mail and to hold alert rules against forecasts. Any number of processes may do so. */
export function startWorker(
  context: Context,
  config: Config,
  { sessionSecrets, publicUrl }: { sessionSecrets: SessionSecrets; publicUrl: string },
): RunningWorker {
  const { db, clock, logger } = context;
  const running = new AsyncDisposableStack();
  const transport = openMailTransport(config, logger);
  if (config.role === 'worker' && config.publicUrl === undefined) {
    logger.warn(
      { publicUrl },
      'PUBLIC_URL is not set: links in mail name this process, which serves no pages',
    );
  }
  const mail = startMailDelivery({ db, clock, logger, sessionSecrets, transport, publicUrl });
  running.defer(() => mail.stop());
  if (config.auditStream !== undefined) {
    const target = createAuditTarget({ ...config.auditStream, hostname: hostname() });
    const streaming = startAuditStreaming(createAuditStream({ db, clock, target }), logger);
    running.defer(() => streaming.stop());
  }
  const alerts = startAlertEvaluation({ ...context, onMailQueued: () => mail.wake() });
  running.defer(() => alerts.stop());
  const reminders = startKeyReminders({ db, clock, logger, onMailQueued: () => mail.wake() });
  running.defer(() => reminders.stop());
  const deliveries = startDeliveryWorker({ ...context, ...context.webhooks });
  running.defer(() => deliveries.stop());
  const uptime = startUptime(context);
  running.defer(() => uptime.stop());
  return {
    onOutbox() {
      deliveries.wake();
      alerts.wake();
    },
    onMailQueued: () => mail.wake(),
    async follow(queue) {
      // Ahead of the first values, which otherwise would have to be moved.
      await makeMonths(context, clock.now());
      const dataOrigin = await prepareForecast(context, () => running.disposed);
      if (running.disposed) return dataOrigin;
      const scheduler = startScheduler(
        { ...context, simulatedPastDays: config.simulatedPastDays, freezeMinutes: config.freezeMinutes },
        queue,
      );
      running.defer(() => scheduler.stop());
      return dataOrigin;
    },
    stop: () => running.disposeAsync(),
  };
}

function openMailTransport(config: Config, logger: Logger): MailTransport {
  const { smtpUrl, mailFrom } = config;
  const outboxDir = outboxDirOf(config);
  if (smtpUrl === undefined) logger.info({ outboxDir }, 'SMTP_URL is not set: mail is written to the outbox');
  return createMailTransport({ smtpUrl, from: mailFrom, outboxDir });
}
