import { type Kysely, sql } from 'kysely';

export const locks = ['calibration_forecast'];

/** What past forecasts that were made up would have been published as, so that their accuracy can be shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calibration_forecast
      -- The hours of the run in order of time: all points, then all 10th and all 90th percentiles, EUR/MWh. Null: not computed, or issued.
      add column backtested_hours double precision[],
      -- How many past forecasts their bounds rest on.
      add column backtested_on smallint
  `.execute(db);
}
