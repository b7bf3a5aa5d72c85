import { type Kysely, sql } from 'kysely';

export const locks = ['event'];

/** Alerts of a tenant's rules as events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table event drop constraint event_type_check;
    alter table event add constraint event_type_check
      check (type in ('forecast.published', 'forecast.changed', 'prices.published', 'alert.fired', 'ping')) not valid;
    alter table event validate constraint event_type_check;
  `.execute(db);
}
