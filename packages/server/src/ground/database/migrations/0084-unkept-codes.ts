import { type Kysely, sql } from 'kysely';

export const locks = ['unkept_plan'];

/** Why a gate kept nothing of a site, as codes with their parts beside the sentence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table unkept_plan add column reason_codes jsonb`.execute(db);
}
