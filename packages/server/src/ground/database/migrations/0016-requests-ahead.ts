import { type Kysely, sql } from 'kysely';

/**
 * Lets a process count requests before they arrive and answer them by itself for a few milliseconds, in which no version rises: whoever
 * raises one first keeps further holds from being given and then waits until those that were given have ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Until when some process may rely on the versions that it has read. Unlogged: no hold outlives a crash of the server.
    create unlogged table version_hold (
      singleton boolean primary key default true check (singleton),
      held_until timestamptz not null
    );

    -- take_requests as long as both versions are the present ones; otherwise no row, and nothing is counted. Further requests are
    -- counted ahead where the versions can be held for hold_ms; where they cannot, no more than the wanted ones are let in.
    create function take_requests_ahead(
      data_at bigint, credentials_at bigint, hold_ms float8,
      keys text[], wanted integer[], ahead integer[], limits integer[], step_ms float8[], window_ms float8, now_ms float8
    ) returns table (used integer, admitted integer, oldest_ms float8) language plpgsql as $$
    declare
      -- Held until the end of this statement, and taken before the versions are read.
      holds boolean := pg_try_advisory_xact_lock_shared(hashtext('lonja version hold'));
    begin
      perform 1 from data_version d, credential_version c where d.version = data_at and c.version = credentials_at;
      if not found then
        return;
      end if;
      if holds then
        insert into version_hold values (true, clock_timestamp() + hold_ms * interval '1 ms')
          on conflict (singleton) do update set held_until = greatest(version_hold.held_until, excluded.held_until);
        wanted := array(select w + a from unnest(wanted, ahead) with ordinality as t (w, a, place) order by place);
      end if;
      return query select * from take_requests(keys, wanted, limits, step_ms, window_ms, now_ms);
    end $$;

    create function end_version_holds() returns void language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      left_s float8;
    begin
      -- Kept until the commit can be seen: until then no further hold is given.
      perform pg_advisory_xact_lock(hashtext('lonja version hold'));
      select extract(epoch from held_until - clock_timestamp()) into left_s from version_hold;
      if left_s > 0 then
        perform pg_sleep(left_s);
      end if;
    end $$;

    create or replace function raise_credential_version() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform end_version_holds();
      update credential_version set version = version + 1;
      return null;
    end $$;

    create or replace function raise_data_version() returns trigger language plpgsql as $$
    begin
      perform end_version_holds();
      delete from data_change where id = new.id;
      update data_version set version = version + 1;
      return null;
    end $$;

    -- Takes back requests of a key that were counted ahead at an instant (or with a later one, as clocks differ) and did not come.
    create function return_requests(of_key text, counted_at_ms float8, number integer) returns void language sql as $$
      update request_window w
        set (at_ms, counts) = (
          select coalesce(array_agg(e.at_ms order by e.at_ms), '{}'), coalesce(array_agg(e.kept order by e.at_ms), '{}')
          from (
            select i.at_ms, i.held - case when i.at_ms = min(i.at_ms) filter (where i.at_ms >= counted_at_ms) over ()
              then number else 0 end as kept
            from unnest(w.at_ms, w.counts) as i (at_ms, held)
          ) as e
          where e.kept > 0
        )
        where w.key = of_key
    $$;
  `.execute(db);
}
