import { type Kysely, sql } from 'kysely';

/**
 * Calibration forecasts come with what they are made of. Those without it are dropped: they are made up again when a run
 * needs them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from calibration_forecast;
    alter table calibration_forecast
      add column member_values double precision[] not null,
      add column bound_values double precision[];
  `.execute(db);
}
