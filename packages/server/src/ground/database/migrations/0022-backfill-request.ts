import { type Kysely, sql } from 'kysely';

/** The request that asked for a backfill, for the log of its job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backfill add column request_id uuid`.execute(db);
}
