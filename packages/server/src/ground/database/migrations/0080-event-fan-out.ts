import { type Kysely, sql } from 'kysely';

export const locks = ['event'];

/** Events of which deliveries are still to be written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_fan_out (
      event_id uuid primary key references event on delete cascade,
      -- No reference: the endpoint may be deleted meanwhile.
      after_endpoint_id uuid not null
    )
  `.execute(db);
}
