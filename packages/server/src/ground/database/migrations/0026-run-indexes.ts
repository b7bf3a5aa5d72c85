import { type Kysely, sql } from 'kysely';

export const locks = ['forecast_run'];

/** Runs of years are found by the instant that they answer, and the next one to become public without looking at all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index forecast_run_schedule on forecast_run (product, data_origin, scheduled_for desc);
    create index forecast_run_published on forecast_run (published_at)
  `.execute(db);
}
