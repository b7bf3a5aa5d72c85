import { type Kysely, sql } from 'kysely';

export const locks = ['webhook_endpoint'];

/**
 * How long an endpoint has failed, of time with attempts alone, and by how many attempts in a row. What fails at the upgrade is counted
 * from then on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_endpoint
      add column failing_ms bigint not null default 0,
      add column failing_attempts integer not null default 0
  `.execute(db);
}
