import { type Kysely, sql } from 'kysely';

export const locks = ['site'];

/** What a battery is run within and what its use costs, and the price below which a plant does not produce. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site
      add column start_soc double precision check (start_soc between 0 and 100),
      add column end_soc double precision check (end_soc between 0 and 100),
      add column max_cycles double precision check (max_cycles >= 0),
      add column wear_cost double precision check (wear_cost >= 0),
      add column offer_floor double precision
  `.execute(db);
}
