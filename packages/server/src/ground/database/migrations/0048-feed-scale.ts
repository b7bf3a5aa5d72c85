import { type Kysely, sql } from 'kysely';

export const locks = ['feed'];

/** What the values of a source that stands in are multiplied with beside those of the sources that lead; 0: they are left out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feed add column scale double precision check (scale >= 0)`.execute(db);
}
