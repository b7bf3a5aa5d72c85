import { type Kysely, sql } from 'kysely';

export const locks = [
  'backfill',
  'publication',
  'quarantine',
  'quarantined_day',
  'source_status',
  'webhook_delivery',
  'webhook_endpoint',
];

/** Why something failed or is missing, as codes with their parts beside the sentences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table publication add column reason_codes jsonb;
    alter table quarantined_day add column reason_codes jsonb;
    alter table quarantine add column reason_codes jsonb;
    alter table source_status add column last_failure_codes jsonb;
    alter table backfill add column failure_codes jsonb;
    alter table webhook_delivery add column last_error_codes jsonb;
    alter table webhook_endpoint add column disabled_reason_codes jsonb;
  `.execute(db);
}
