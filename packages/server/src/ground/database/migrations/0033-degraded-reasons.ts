import { type Kysely, sql } from 'kysely';

export const locks = ['forecast_run'];

/** Why a run is weaker than usual, as data beside the sentences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table forecast_run add column degraded_reasons jsonb`.execute(db);
}
