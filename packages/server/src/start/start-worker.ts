import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../operate/config/config.ts';
import { type Context, outboxDirOf } from './context.ts';
import { startAlertEvaluation } from '../desk/alerts/evaluate-alerts.ts';
import { startPlanKeeping } from '../desk/kept-plans/tend-plans.ts';
import { createPortfolioContext } from '../desk/portfolio/portfolio-context.ts';
import { createRunPoints } from '../forecasts/runs/run-points.ts';
import { createAuditStream, startAuditStreaming } from '../people/audit/stream-audit.ts';
import { startChannelDelivery } from '../outbound/channels/deliver-messages.ts';
import { startDeliveryWorker } from '../outbound/webhooks/delivery-worker.ts';
import { startKeyReminders } from '../outbound/notifications/remind-of-expiry.ts';
import { startMailDelivery } from '../people/mail-delivery/deliver-due-mail.ts';
import type { JobQueue } from '../ground/jobs/queue.ts';
import type { Telemetry } from '../ground/telemetry/telemetry.ts';
import { startScheduler } from './scheduler.ts';
import { startUptime } from '../operate/status/record-uptime.ts';
import { createMailTransport, type MailTransport } from '../people/mail/mail-transport.ts';
import { createAuditTarget } from '../people/audit/audit-target.ts';
import { prepareForecast } from '../forecasts/preparation/first-forecast.ts';
import { makeMonths } from '../operate/retention/tend-months.ts';
import { startStamping } from '../forecasts/evidence/stamp-evidence.ts';
import { type DataOrigin, findDataOrigin } from '../ground/database/service-state.ts';
import type { SessionSecrets } from '../ground/secrets/session-secrets.ts';
import { createEventContents } from '../forecasts/runs/run-events.ts';

export interface RunningWorker {
  /** Called when something was written into the outbox. */
  onOutbox(): void;
  onMailQueued(): void;
  /** Makes sure that there are data and a forecast, then follows the schedule. */
  follow(queue: JobQueue): Promise<DataOrigin>;
  stop(): Promise<void>;
}

/** Starts to deliver webhooks, mail and alerts to channels and to hold alert rules against forecasts. Any number of processes may do so. */
export function startWorker(
  context: Context,
  config: Config,
  {
    sessionSecrets,
    publicUrl,
    telemetry,
  }: { sessionSecrets: SessionSecrets; publicUrl: string; telemetry: Telemetry | undefined },
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
  if (config.evidenceTimestampUrl !== undefined) {
    const stamping = startStamping(
      { db, url: config.evidenceTimestampUrl },
      { logger, onStamp: telemetry?.onStamp },
    );
    running.defer(() => stamping.stop());
  }
  const channels = startChannelDelivery(
    { ...context, publicUrl, onMailQueued: () => mail.wake() },
    context.webhooks,
  );
  running.defer(() => channels.stop());
  const onAlert = () => {
    mail.wake();
    channels.wake();
  };
  const alerts = startAlertEvaluation({ ...context, onMailQueued: onAlert });
  running.defer(() => alerts.stop());
  const planning = createPortfolioContext({
    db,
    clock,
    dataOrigin: () => findDataOrigin(db),
    points: createRunPoints(db),
  });
  running.defer(() => planning.planner.close());
  const keeping = startPlanKeeping({ ...planning, logger });
  running.defer(() => keeping.stop());
  const reminders = startKeyReminders({ db, clock, logger, onMailQueued: () => mail.wake() });
  running.defer(() => reminders.stop());
  const deliveries = startDeliveryWorker({
    ...context,
    ...context.webhooks,
    findContents: createEventContents(context.db),
  });
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
