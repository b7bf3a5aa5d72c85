import { type Kysely, sql } from 'kysely';

export const locks = ['forecast_run'];

/**
 * A schedule has one run. `repeat` counts those that answered it again after the service's clock was set back; runs of before that
 * answered the same schedule are numbered as they were issued.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forecast_run add column repeat integer not null default 0;
    update forecast_run set repeat = numbered.repeat
    from (
      select id, row_number() over (partition by product, data_origin, scheduled_for order by created_at, id) - 1 as repeat
      from forecast_run
    ) as numbered
    where numbered.id = forecast_run.id and numbered.repeat > 0;
    create unique index forecast_run_answer on forecast_run (product, data_origin, scheduled_for desc, repeat);
    drop index forecast_run_schedule
  `.execute(db);
}
