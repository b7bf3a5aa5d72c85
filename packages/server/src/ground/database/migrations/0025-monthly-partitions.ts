import { type Kysely, sql } from 'kysely';

export const locks = ['observation', 'observation_other'];

/**
 * Takes away the partitions for whole years that hold nothing: from now on months are made as they are needed
 * (`market/observations/observation-parts.ts`). Years that hold values stay, and the service turns one after the other into months while it runs; a
 * process of the version before, which knows the parent alone, goes on beside it. What has no month or year is kept in the partition for
 * everything else until it has one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      part regclass;
      is_used boolean;
    begin
      -- At once as much as it takes, for some milliseconds: whoever reads before he writes would wait for this, and this for him.
      lock table only observation in access exclusive mode;
      for part in
        select inhrelid::regclass from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'observation'::regclass and pg_get_expr(relpartbound, inhrelid) <> 'DEFAULT'
      loop
        execute format('select exists (select from %s)', part) into is_used;
        if not is_used then
          execute format('drop table %s', part);
        end if;
      end loop;
    end $$
  `.execute(db);
}
