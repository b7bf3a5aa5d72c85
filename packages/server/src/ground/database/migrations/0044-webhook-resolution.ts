import { type Kysely, sql } from 'kysely';

export const locks = ['webhook_endpoint'];

/** Whether an endpoint wants points as hours, as by default, or as quarter hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_endpoint
      add column resolution text not null default 'PT1H' check (resolution in ('PT1H', 'PT15M'));
    drop trigger raise_target_version on webhook_endpoint;
    create trigger raise_target_version
      before update of url, secret, previous_secret, previous_secret_expires_at, quantiles, resolution on webhook_endpoint
      for each row execute function raise_target_version()
  `.execute(db);
}
