import { type Kysely, sql } from 'kysely';

export const locks = ['alert_channel'];

/** Devices of users as channels of alerts by Web Push, and the keys by which the service signs what it sends them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_channel drop constraint alert_channel_kind_check;
    alter table alert_channel add constraint alert_channel_kind_check
      check (kind in ('slack', 'teams', 'telegram', 'push'));
    create table push_key (
      id uuid primary key,
      public_key text not null,
      private_key bytea not null,
      created_at timestamptz not null
    );
  `.execute(db);
}
