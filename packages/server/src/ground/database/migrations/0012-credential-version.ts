import { type Kysely, sql } from 'kysely';

/** Lets a process keep the principal of a credential: one statement checks that it still holds and counts the request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A number that rises with every commit that takes something from a credential or changes what it may do. The row is
    -- locked at the very end of such a transaction.
    create table credential_version (
      singleton boolean primary key default true check (singleton),
      version bigint not null default 0
    );
    insert into credential_version default values;

    -- With the rights of its owner, because tenants' own transactions change credentials and may not write here.
    create function raise_credential_version() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update credential_version set version = version + 1;
      return null;
    end $$;

    create constraint trigger raise_version
      after update of role, scopes, rate_limit, expires_at, revoked_at or delete on api_key
      deferrable initially deferred for each row execute function raise_credential_version();
    create constraint trigger raise_version
      after update of products, rate_limit, deactivated_at or delete on tenant
      deferrable initially deferred for each row execute function raise_credential_version();
    create constraint trigger raise_version
      after update of role, is_superadmin, token_version, deactivated_at or delete on app_user
      deferrable initially deferred for each row execute function raise_credential_version();
    create constraint trigger raise_version
      after update of ended_at or delete on user_session
      deferrable initially deferred for each row execute function raise_credential_version();

    -- take_requests as long as both versions are the present ones; otherwise no row, and nothing is counted.
    create function take_requests_at(
      data_at bigint, credentials_at bigint,
      keys text[], wanted integer[], limits integer[], step_ms float8[], window_ms float8, now_ms float8
    ) returns table (used integer, admitted integer, oldest_ms float8) language plpgsql as $$
    begin
      perform 1 from data_version d, credential_version c where d.version = data_at and c.version = credentials_at;
      if found then
        return query select * from take_requests(keys, wanted, limits, step_ms, window_ms, now_ms);
      end if;
    end $$;
  `.execute(db);
}
