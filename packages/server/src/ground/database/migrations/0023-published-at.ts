import { type Kysely, sql } from 'kysely';

export const locks = ['forecast_run'];

/**
 * When a run could be read. It is issued from what is available at `issued_at`, and computed for minutes after that. The default is for a
 * process of the version before, which still runs during an upgrade.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forecast_run add column published_at timestamptz;
    update forecast_run set published_at = issued_at;
    alter table forecast_run alter column published_at set default now(), alter column published_at set not null;
  `.execute(db);
}
