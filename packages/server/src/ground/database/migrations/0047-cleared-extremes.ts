import { type Kysely, sql } from 'kysely';

export const locks = ['forecast_run'];

/** What had ever cleared in the auction when a run was issued: its marks rest on that and never change. Runs of before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table forecast_run add column cleared_extremes jsonb`.execute(db);
}
