import { type Kysely, sql } from 'kysely';

export const locks = ['alert_run'];

/** How often the rules could not be held against a run, so that it does not hold up those after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_run add column tries integer not null default 0`.execute(db);
}
