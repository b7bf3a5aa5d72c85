import { type Kysely, sql } from 'kysely';

/**
 * A claim marks deliveries in a column that no index holds, and pages keep room, so that it rewrites rows in place and leaves every
 * index alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_delivery add column leased_until timestamptz;
    alter table webhook_delivery set (fillfactor = 60);
    alter table webhook_endpoint set (fillfactor = 70);
    create index webhook_endpoint_failing on webhook_endpoint (tenant_id) where failing_since is not null
  `.execute(db);
}
