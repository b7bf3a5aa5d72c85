import { type Kysely, sql } from 'kysely';

/**
 * Counts a request for its credential and for the tenant in one statement, and gives the version of the data with it. Nothing is counted
 * before it comes any more, so no commit waits for those who counted. What the release before calls keeps its name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Lets requests in as far as the windows of their credentials and then those of their tenants allow; tenant_of is the place of a
    -- credential's tenant. No row, and nothing counted, unless the credentials have the version, if one is given. Credentials and tenants are each given
    -- in ascending order and their rows are locked in this order, so that no two statements wait for each other.
    create function admit_requests(
      credentials_at bigint, keys text[], wanted integer[], limits integer[], step_ms float8[], tenant_of integer[],
      tenants text[], tenant_limits integer[], tenant_step_ms float8[], window_ms float8, now_ms float8
    ) returns table (data_at bigint, used integer, admitted integer, oldest_ms float8, tenant_oldest_ms float8) language plpgsql as $$
    declare
      own_used integer[];
      own_admitted integer[];
      own_oldest float8[];
      free integer[];
      tenant_oldest float8[];
      excess integer;
    begin
      select d.version into data_at from data_version d, credential_version c where c.version = coalesce(credentials_at, c.version);
      if not found then
        return;
      end if;
      select array_agg(t.used order by t.place), array_agg(t.admitted order by t.place), array_agg(t.oldest_ms order by t.place)
        into own_used, own_admitted, own_oldest
        from take_requests(keys, wanted, limits, step_ms, window_ms, now_ms)
          with ordinality as t (used, admitted, oldest_ms, place);
      select array_agg(t.admitted order by t.place), array_agg(t.oldest_ms order by t.place) into free, tenant_oldest
        from take_requests(
          tenants,
          array(
            select coalesce(sum(own_admitted[i]) filter (where tenant_of[i] = t), 0)::integer
            from generate_subscripts(tenants, 1) as t cross join generate_subscripts(keys, 1) as i
            group by t order by t
          ),
          tenant_limits, tenant_step_ms, window_ms, now_ms
        ) with ordinality as t (used, admitted, oldest_ms, place);
      for i in 1 .. cardinality(keys) loop
        excess := own_admitted[i] - least(own_admitted[i], free[tenant_of[i]]);
        free[tenant_of[i]] := free[tenant_of[i]] - (own_admitted[i] - excess);
        -- What the tenant may not make does not count for the credential. They were counted just now, at the end of its window.
        if excess > 0 then
          own_admitted[i] := own_admitted[i] - excess;
          update request_window w set
            at_ms = case when w.counts[cardinality(w.counts)] = excess then trim_array(w.at_ms, 1) else w.at_ms end,
            counts = case
              when w.counts[cardinality(w.counts)] = excess then trim_array(w.counts, 1)
              else trim_array(w.counts, 1) || w.counts[cardinality(w.counts)] - excess
            end
            where w.key = keys[i];
        end if;
        used := own_used[i];
        admitted := own_admitted[i];
        oldest_ms := own_oldest[i];
        tenant_oldest_ms := tenant_oldest[tenant_of[i]];
        return next;
      end loop;
    end $$;

    -- The release before may still call this; it is given no more than what waits, and so holds nothing.
    create or replace function take_requests_ahead(
      data_at bigint, credentials_at bigint, hold_ms float8,
      keys text[], wanted integer[], ahead integer[], limits integer[], step_ms float8[], window_ms float8, now_ms float8
    ) returns table (used integer, admitted integer, oldest_ms float8) language sql as $$
      select * from take_requests_at(data_at, credentials_at, keys, wanted, limits, step_ms, window_ms, now_ms)
    $$;

    create or replace function raise_credential_version() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update credential_version set version = version + 1;
      return null;
    end $$;

    create or replace function raise_data_version() returns trigger language plpgsql as $$
    begin
      delete from data_change where id = new.id;
      update data_version set version = version + 1;
      return null;
    end $$;

    drop function end_version_holds();
    drop table version_hold;
  `.execute(db);
}
