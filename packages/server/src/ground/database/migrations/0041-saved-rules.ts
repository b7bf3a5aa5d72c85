import { type Kysely, sql } from 'kysely';

export const locks = ['alert_rule'];

/** Alert rules that were saved and have yet to be held against the current run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_rule add column is_unchecked boolean not null default false;
    create index alert_rule_unchecked on alert_rule (id) where is_unchecked and enabled
  `.execute(db);
}
