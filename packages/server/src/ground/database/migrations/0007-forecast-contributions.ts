import { type Kysely, sql } from 'kysely';

/** What each day of a run rests on: one row for each group of inputs, one value for each slot of the day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forecast_contribution (
      run_id uuid not null references forecast_run (id) on delete cascade,
      delivery_day date not null,
      input_group text not null,
      slot_values double precision[] not null,
      primary key (run_id, delivery_day, input_group)
    );
  `.execute(db);
}
