import { type Kysely, sql } from 'kysely';

export const locks = ['forecast_run'];

/** The public list of published runs, each with the hash of its file and of the entry before; nothing of it is changed or deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evidence_entry (
      seq bigint primary key check (seq > 0),
      -- No reference: an entry outlives its run.
      run_id uuid not null unique,
      entry text not null,
      hash text not null unique,
      -- Two entries after the same one would be a fork.
      previous text not null unique,
      opens_at timestamptz not null
    );
    create table evidence_file (
      run_id uuid primary key references forecast_run on delete cascade,
      gzip bytea not null
    );
    alter table evidence_file alter column gzip set storage external;

    create function refuse_evidence_change() returns trigger language plpgsql as $$
    begin
      -- A file goes with its run, which is deleted first; never otherwise.
      if tg_op = 'DELETE' and tg_table_name = 'evidence_file' then
        if not exists (select from forecast_run where id = old.run_id) then return old; end if;
      end if;
      raise exception 'evidence is only appended to' using errcode = 'integrity_constraint_violation';
    end $$;
    create trigger append_only before update or delete on evidence_entry
      for each row execute function refuse_evidence_change();
    create trigger append_only before update or delete on evidence_file
      for each row execute function refuse_evidence_change();
  `.execute(db);
}
