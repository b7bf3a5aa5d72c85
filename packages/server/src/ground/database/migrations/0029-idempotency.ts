import { type Kysely, sql } from 'kysely';

export const locks = ['tenant'];

/** Answers to requests that carried an `Idempotency-Key`, so that the same request again gets the same answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotent_answer (
      id uuid primary key,
      tenant_id uuid not null references tenant on delete cascade,
      -- The user or the API key that made the request.
      owner_id uuid not null,
      key text not null check (length(key) between 1 and 255),
      -- Of method, path and body.
      request_sha256 bytea not null,
      status smallint not null,
      -- The body as it was sent, sealed.
      answer bytea not null,
      created_at timestamptz not null,
      unique (tenant_id, owner_id, key)
    );
    create index idempotent_answer_created on idempotent_answer (created_at);
    alter table idempotent_answer enable row level security;
  `.execute(db);
}
