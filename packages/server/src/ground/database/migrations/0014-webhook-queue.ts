import { type Kysely, sql } from 'kysely';

/**
 * What waits to be sent moves to a small table of its own, which rows leave by deletion. So the end of a delivery rewrites its row in
 * the log in place and touches no index of it, and a claim is one row that names tickets, not a change of every row that it claims.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_queue (
      ticket bigint generated always as identity primary key,
      delivery_id uuid not null unique references webhook_delivery on delete cascade,
      tenant_id uuid not null,
      endpoint_id uuid not null,
      event_id uuid not null,
      event text not null,
      step smallint not null default 0,
      due_at timestamptz not null
    );
    create index webhook_queue_due on webhook_queue (tenant_id, due_at);

    create table webhook_lease (
      holder uuid primary key,
      tickets bigint[] not null,
      until timestamptz not null
    );

    insert into webhook_queue (delivery_id, tenant_id, endpoint_id, event_id, event, step, due_at)
    select id, tenant_id, endpoint_id, event_id, event, step, next_attempt_at
    from webhook_delivery where state = 'pending' order by next_attempt_at;
    alter table webhook_delivery drop column next_attempt_at, drop column step, drop column leased_until
  `.execute(db);
}
