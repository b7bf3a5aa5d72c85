import { type Kysely, sql } from 'kysely';

export const locks = ['webhook_endpoint'];

/** Which quantiles, in percent, an endpoint wants with every point of a forecast; none by default. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_endpoint add column quantiles smallint[] not null default '{}';
    drop trigger raise_target_version on webhook_endpoint;
    create trigger raise_target_version
      before update of url, secret, previous_secret, previous_secret_expires_at, quantiles on webhook_endpoint
      for each row execute function raise_target_version()
  `.execute(db);
}
