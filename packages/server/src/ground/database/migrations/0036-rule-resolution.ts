import { type Kysely, sql } from 'kysely';

export const locks = ['alert_rule'];

/** Alert rules on quarter hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_rule
      add column resolution text not null default 'PT1H' check (resolution in ('PT1H', 'PT15M'))
  `.execute(db);
}
