import { type Kysely, sql } from 'kysely';

export const locks = ['webhook_queue'];

/** When the next delivery is due is found without a look at every tenant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index webhook_queue_next on webhook_queue (due_at)`.execute(db);
}
