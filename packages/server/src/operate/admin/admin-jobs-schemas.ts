import { z } from 'zod';
import { idField } from '../../people/access/account-fields.ts';
import { instantField, nullableText, countField } from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';

const MAX_NAME_LENGTH = 100;

const QueueName = z.string().meta({ description: 'Name of the queue', examples: ['issue-forecast'] });
const QueueParameter = z
  .string()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .optional()
  .meta({ description: 'Only jobs of this queue', examples: ['issue-forecast'] });

export const JobsQuery = z.strictObject({ queue: QueueParameter, ...pageParameters });

const QueueRecord = z
  .object({
    name: QueueName,
    waiting: countField('Jobs that no worker has started yet', 1),
    retrying: countField('Jobs that failed and will be tried again'),
    active: countField('Jobs under way', 1),
    completed: countField('Jobs that ended well and are still kept', 240),
    failed: countField('Jobs that were given up and are still kept'),
    oldest_waiting_at: instantField('When the oldest waiting job was queued').nullable(),
  })
  .meta({ id: 'JobQueue' });

export const JobRecord = z
  .object({
    id: idField('Identifier of the job'),
    queue: QueueName,
    state: z.enum(['waiting', 'retrying', 'active', 'completed', 'failed', 'cancelled']),
    payload: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Parameters of the job', examples: [{ product: 'da', firstDay: '2026-03-31' }] }),
    attempts: countField('How often it was begun', 6),
    error: nullableText(
      'What the last attempt died of: one line, in which what can be a secret is hidden',
      'connect ECONNREFUSED 127.0.0.1:5432',
    ),
    created_at: instantField('When it was queued'),
    finished_at: instantField('When it was given up').nullable(),
  })
  .meta({ id: 'Job' });
export type JobRecord = z.infer<typeof JobRecord>;

export const JobPage = pageOf(JobRecord)
  .extend({ queues: z.array(QueueRecord).meta({ description: 'Every queue with its counts' }) })
  .meta({ id: 'JobPage' });
export type JobPage = z.infer<typeof JobPage>;

export const RetryFailed = z.strictObject({ queue: QueueParameter }).meta({ id: 'RetryFailed' });

export const RetriedJobs = z
  .object({
    retried: countField('Jobs that are queued again', 3),
    skipped: countField('Failed jobs whose work is queued already'),
  })
  .meta({ id: 'RetriedJobs' });
