import { type Kysely, sql } from 'kysely';

export const locks = ['support_message', 'support_ticket'];

/** Tickets and messages outlive their authors, who may have themselves erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table support_ticket alter column created_by drop not null;
    alter table support_message alter column author_id drop not null;
  `.execute(db);
}
