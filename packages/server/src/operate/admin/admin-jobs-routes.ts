import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listJobs, type QueueOverview, redact, retryFailedJobs, retryJob } from './jobs.ts';
import type { JobBoard, JobRecord as Job } from '../../ground/jobs/job-board.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { JobPage, JobRecord, JobsQuery, RetriedJobs, RetryFailed } from './admin-jobs-schemas.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { formatInstant, formatOptionalInstant } from '../../ground/http/wire.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Clock } from '../../ground/timing/clock.ts';

const config = { dialect: APP_DIALECT, superadminOnly: true };
const tags = ['Platform'];

/** The queues of background work, for those who run the platform. */
export const adminJobRoutes: FastifyPluginAsyncZod<{
  context: { db: Db; clock: Clock; jobs: JobBoard };
}> = async (app, { context }) => {
  app.get(
    '/admin/jobs',
    {
      config,
      schema: {
        operationId: 'listJobs',
        tags,
        summary: 'Every queue with its counts, and the failed jobs, the newest first',
        description:
          'Counts of waiting, active and failed work by queue. Failed jobs are kept for seven days, those of queues that run every minute for an hour; what can be a secret is hidden in `error`.',
        querystring: JobsQuery,
        response: {
          200: JobPage.describe('The queues and one page of the failed jobs.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request): Promise<JobPage> => {
      const { queue, page, page_size } = request.query;
      const { queues, failed, total } = await listJobs(context.jobs, { queue, ...windowOf(request.query) });
      return { queues: queues.map(toQueueRecord), items: failed.map(toJobRecord), total, page, page_size };
    },
  );

  app.post(
    '/admin/jobs/:id/retry',
    {
      config,
      schema: {
        operationId: 'retryJob',
        tags,
        summary: 'Queue a failed job again',
        description: 'Use it once the cause is mended. A worker takes the job up within seconds.',
        params: IdPath,
        response: {
          200: JobRecord.describe('The job as it is queued.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            409: 'The job is not failed, or the same work is queued already.',
          }),
        },
      },
    },
    async (request) =>
      toJobRecord(
        await retryJob(context, principalOf(request), context.jobs, {
          id: request.params.id,
          requestId: request.id,
        }),
      ),
  );

  app.post(
    '/admin/jobs/retry-failed',
    {
      config,
      schema: {
        operationId: 'retryFailedJobs',
        tags,
        summary: 'Queue all failed jobs again, or those of one queue',
        description:
          'Jobs whose work is queued already are counted in `skipped`. Without `queue`, the failed jobs of all queues.',
        body: RetryFailed,
        response: {
          200: RetriedJobs.describe('How many were queued again.'),
          ...errorResponses([400, 401, 403, 413, 422, 429, 500, 503]),
        },
      },
    },
    async (request) =>
      retryFailedJobs(context, principalOf(request), context.jobs, {
        queue: request.body.queue,
        requestId: request.id,
      }),
  );
};

function toQueueRecord({ name, counts, oldestWaitingAt }: QueueOverview): JobPage['queues'][number] {
  const { waiting, retrying, active, completed, failed } = counts;
  return {
    name,
    waiting,
    retrying,
    active,
    completed,
    failed,
    oldest_waiting_at: formatOptionalInstant(oldestWaitingAt),
  };
}

function toJobRecord(job: Job): JobRecord {
  return {
    id: job.id,
    queue: job.queue,
    state: job.state,
    payload: isRecord(job.payload) ? job.payload : {},
    attempts: job.attempts,
    error: job.error === undefined ? null : redact(job.error),
    created_at: formatInstant(job.createdAt),
    finished_at: formatOptionalInstant(job.finishedAt),
  };
}

function isRecord(payload: unknown): payload is Record<string, unknown> {
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload);
}
