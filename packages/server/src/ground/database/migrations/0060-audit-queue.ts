import { type Kysely, sql } from 'kysely';

export const locks = ['audit_entry'];

/** Entries of the audit that are to be sent to where an operator keeps those of all systems. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_queue (entry_id uuid primary key references audit_entry on delete cascade);
    -- A process that sends them says so again and again; entries wait for nobody else.
    create table audit_stream (singleton boolean primary key default true check (singleton), until timestamptz not null);

    -- With the rights of its owner: tenants' own transactions write the audit and may not write here.
    create function queue_audit_entry() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into audit_queue select new.id where exists (select from audit_stream where until > now());
      return null;
    end $$;
    create trigger queue_entry after insert on audit_entry for each row execute function queue_audit_entry();
  `.execute(db);
}
