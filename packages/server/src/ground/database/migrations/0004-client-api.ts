import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createRequestWindows(db);
  await createDataVersion(db);
}

/**
 * What each credential and address has used of its limits, for all processes. Unlogged: after a crash of the server every
 * window is empty again, and a request costs no write-ahead log.
 */
async function createRequestWindows(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table request_window (
      key text primary key,
      -- Instants of the counted events (epoch ms, ascending) and how many there were at each.
      at_ms float8[] not null,
      counts integer[] not null,
      -- When the last of them leaves its window.
      idle_at_ms float8 not null
    ) with (fillfactor = 50);

    -- For each key: how many events its window held, how many of the wanted ones were let in, and the oldest instant in it.
    -- Callers give the keys in ascending order, so that no two of them wait for each other.
    create function take_requests(
      keys text[], wanted integer[], limits integer[], step_ms float8[], window_ms float8, now_ms float8
    ) returns table (used integer, admitted integer, oldest_ms float8) language plpgsql as $$
    declare
      instants float8[];
      numbers integer[];
      instant float8;
    begin
      for i in 1 .. cardinality(keys) loop
        loop
          select w.at_ms, w.counts into instants, numbers from request_window w where w.key = keys[i] for update;
          exit when found;
          insert into request_window values (keys[i], '{}', '{}', now_ms + window_ms) on conflict do nothing;
        end loop;
        select coalesce(array_agg(e.at_ms order by e.at_ms), '{}'), coalesce(array_agg(e.number order by e.at_ms), '{}'),
          coalesce(sum(e.number), 0)::integer
          into instants, numbers, used
          from unnest(instants, numbers) as e (at_ms, number)
          where e.at_ms > now_ms - window_ms;
        admitted := greatest(0, least(wanted[i], limits[i] - used));
        if admitted > 0 then
          instant := ceil(now_ms / step_ms[i]) * step_ms[i];
          if instants[cardinality(instants)] >= instant then
            numbers[cardinality(numbers)] := numbers[cardinality(numbers)] + admitted;
          else
            instants := instants || instant;
            numbers := numbers || admitted;
          end if;
          update request_window w
            set at_ms = instants, counts = numbers, idle_at_ms = instants[cardinality(instants)] + window_ms
            where w.key = keys[i];
        end if;
        oldest_ms := coalesce(instants[1], now_ms);
        return next;
      end loop;
    end $$;
  `.execute(db);
}

/**
 * A number that rises with every transaction that changes what the client API serves, in the same commit. The row is
 * locked at the very end of such a transaction, so that writers hardly wait for each other.
 */
async function createDataVersion(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_version (
      singleton boolean primary key default true check (singleton),
      version bigint not null default 0
    );
    insert into data_version default values;

    create table data_change (id bigint generated always as identity primary key);

    create function note_data_change() returns trigger language plpgsql as $$
    begin
      insert into data_change default values;
      return null;
    end $$;

    create function raise_data_version() returns trigger language plpgsql as $$
    begin
      delete from data_change where id = new.id;
      update data_version set version = version + 1;
      return null;
    end $$;

    create constraint trigger raise_version after insert on data_change
      deferrable initially deferred for each row execute function raise_data_version();

    create trigger note_change after insert or update or delete on forecast_run
      for each statement execute function note_data_change();
    create trigger note_change after insert or update or delete on observation
      for each statement execute function note_data_change();
    create trigger note_change after insert or update or delete on model_version
      for each statement execute function note_data_change();
    create trigger note_change after insert or update on service_state
      for each row execute function note_data_change();
  `.execute(db);
  await sql`
    -- Finds what becomes public next: rows are stored roughly in the order in which they become available.
    create index observation_available on observation using brin (available_at) with (pages_per_range = 32)
  `.execute(db);
}
