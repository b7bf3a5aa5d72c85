import { type Kysely, sql } from 'kysely';

/** A number of each feed that rises with every commit that changes its values, so that a reader can see that it has not changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table feed add column version bigint not null default 0;
    comment on column feed.version is 'Rises with every commit that adds values to the feed or, by hand, takes some away.';

    create function raise_feed_version() returns trigger language plpgsql as $$
    begin
      update feed set version = version + 1 where id in (select feed_id from changed);
      return null;
    end $$;
    -- Writers of values raise it themselves: to look through a million rows for their feed takes longer than to write their number.
    create trigger raise_feed_version_on_delete after delete on observation
      referencing old table as changed for each statement execute function raise_feed_version();
    create trigger raise_feed_version_on_update after update on observation
      referencing old table as changed for each statement execute function raise_feed_version();
  `.execute(db);
}
