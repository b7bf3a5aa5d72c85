import { type Kysely, sql } from 'kysely';

export const locks = ['evidence_entry'];

/** Time stamps of a third party on entries of the list of evidence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evidence_timestamp (
      seq bigint primary key references evidence_entry,
      -- The answer of RFC 3161, as it came.
      reply bytea not null check (octet_length(reply) <= 65536),
      stamped_at timestamptz not null
    );
    create trigger append_only before update or delete on evidence_timestamp
      for each row execute function refuse_evidence_change();
  `.execute(db);
}
