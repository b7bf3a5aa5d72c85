import { type Kysely, sql } from 'kysely';

export const locks = ['site'];

/** What a battery stores with: what its use costs follows from it where its owner does not say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site
      add column storage_technology text
        check (storage_technology in ('lithium_ion', 'lead_acid', 'flow', 'pumped_hydro'))
  `.execute(db);
}
