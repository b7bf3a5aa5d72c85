import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { createJobBoard, type JobBoard } from '../src/ground/jobs/job-board.ts';
import { QUEUE_NAMES, createQueues } from '../src/ground/jobs/queue.ts';

export interface TestJobs {
  board: JobBoard;
  /** Queues a job that has failed for good with this message, and gives its id. */
  fail(queue: string, message: string, key?: string): Promise<string>;
  /** Queues a job that waits. */
  send(queue: string, key: string): Promise<void>;
  stop(): Promise<void>;
}

/** The queue of a test's database, without workers; it is set up when somebody first asks for it. */
export function createTestJobs(databaseUrl: string): TestJobs {
  let started: Promise<PgBoss> | undefined;
  const boss = () => (started ??= start(databaseUrl));
  const board = async () => createJobBoard(await boss(), QUEUE_NAMES);
  return {
    board: {
      queues: QUEUE_NAMES,
      list: async () => (await board()).list(),
      retry: async (tx, job, requestId) => (await board()).retry(tx, job, requestId),
    },
    async fail(queue, message, key = randomUUID()) {
      const queues = await boss();
      const id = await queues.send(queue, { key }, { singletonKey: key, retryLimit: 0 });
      if (id === null) throw new Error(`A job ${key} is queued already.`);
      for (const job of await queues.fetch(queue, { batchSize: 100 })) {
        await queues.fail(queue, job.id, new Error(message));
      }
      return id;
    },
    async send(queue, key) {
      await (await boss()).send(queue, { key }, { singletonKey: key });
    },
    async stop() {
      await (await started)?.stop({ graceful: false });
    },
  };
}

async function start(databaseUrl: string): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 2, schedule: false, supervise: false });
  boss.on('error', () => {});
  await boss.start();
  await createQueues(boss);
  return boss;
}
