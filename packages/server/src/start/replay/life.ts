import type { Logger } from 'pino';
import { OperatorError } from '../../ground/errors.ts';
import { jobHandlers } from '../job-handlers.ts';
import type { JobHandlers, JobName, JobPayloads } from '../../ground/jobs/queue.ts';
import { queueDueForecasts, queueDueFundamentals } from '../scheduler.ts';
import type { DataContext } from '../../market/sources/data-context.ts';
import { announcePrices } from '../../market/prices/announce-prices.ts';
import type { ForecastContext } from '../../forecasts/issue/forecast-context.ts';
import type { PowerContext } from '../../forecasts/fundamentals/power-inputs.ts';
import type { RetentionContext } from '../../operate/retention/tidy-up.ts';

/** What the service does of itself, with its jobs done on the spot instead of queued. */
export function createLife(context: DataContext & ForecastContext & PowerContext & RetentionContext) {
  const handlers = jobHandlers(context);
  const followedUp = new Map<string, number>();
  const askedFor = new Set<number>();
  return {
    /** Asks the live sources for what is due, which a replay does not do. */
    async follow() {
      const queue = createInlineQueue(handlers, context.logger);
      await queue.send('load-data', 'load-data', {});
      await queue.send('follow-sources', 'follow-sources', {});
    },
    async act() {
      await announcePrices(context);
      let worked = true;
      while (worked) {
        const queue = createInlineQueue(handlers, context.logger);
        await queueDueFundamentals(context, queue, askedFor);
        await queueDueForecasts(context, queue, followedUp);
        worked = queue.hasWorked();
      }
    },
    /** What the service does every hour: once a day is enough where no price is known in between. */
    async endDay() {
      const queue = createInlineQueue(handlers, context.logger);
      await queue.send('review-models', 'review-models', {});
      await queue.send('tidy-up', 'tidy-up', {});
    },
  };
}

/** What lacks its data is logged and asked for again at the next stop; any other failure ends the replay, which goes on from there. */
function createInlineQueue(handlers: JobHandlers, logger: Logger) {
  let hasWorked = false;
  return {
    hasWorked: () => hasWorked,
    async send<Name extends JobName>(name: Name, _key: string, payload: JobPayloads[Name]) {
      try {
        await handlers[name](payload, new AbortController().signal);
        hasWorked = true;
        return true;
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        logger.warn({ job: name, payload, reason: error.message }, 'there is nothing to do a job with');
        return true;
      }
    },
  };
}
