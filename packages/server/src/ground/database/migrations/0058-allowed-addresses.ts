import { type Kysely, sql } from 'kysely';

export const locks = ['api_key'];

/** Networks from which a key may be used; null: from anywhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_key add column allowed_addresses text[];
    create constraint trigger raise_version_for_addresses
      after update of allowed_addresses on api_key
      deferrable initially deferred for each row execute function raise_credential_version();
  `.execute(db);
}
