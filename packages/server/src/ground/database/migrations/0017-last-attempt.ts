import { type Kysely, sql } from 'kysely';

/**
 * The last attempt of a delivery moves from the log into columns, so that a delivery that succeeds at once, as nearly all do, writes a
 * few bytes and parses no JSON. An endpoint's address and secrets get a version, so that a process that has them need not read them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_delivery
      add column last_attempt_at timestamptz,
      add column last_duration_ms integer,
      add column last_error text,
      add column last_excerpt text;
    update webhook_delivery
    set last_attempt_at = (attempt_log -> -1 ->> 'at')::timestamptz,
      last_duration_ms = (attempt_log -> -1 ->> 'duration_ms')::integer,
      last_error = attempt_log -> -1 ->> 'error',
      last_excerpt = attempt_log -> -1 ->> 'response_excerpt',
      attempt_log = attempt_log - -1
    where attempt_log <> '[]';
    alter table webhook_delivery rename column attempt_log to earlier_attempts;
    -- Room for the second version of every row of a page, as the deliveries of a page end together.
    alter table webhook_delivery set (fillfactor = 45);

    create sequence webhook_target_version;
    alter table webhook_endpoint add column target_version bigint not null default nextval('webhook_target_version');
    create function raise_target_version() returns trigger language plpgsql as $$
    begin
      new.target_version := nextval('webhook_target_version');
      return new;
    end $$;
    create trigger raise_target_version
      before update of url, secret, previous_secret, previous_secret_expires_at on webhook_endpoint
      for each row execute function raise_target_version()
  `.execute(db);
}
