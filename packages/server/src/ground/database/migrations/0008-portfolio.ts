import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      name text not null,
      kind text not null check (kind in ('solar', 'wind', 'battery', 'load', 'hybrid')),
      technology text check (technology in ('solar', 'wind')),
      latitude double precision check (latitude between -90 and 90),
      longitude double precision check (longitude between -180 and 180),
      capacity_mw double precision not null check (capacity_mw > 0),
      storage_mw double precision check (storage_mw > 0),
      energy_mwh double precision check (energy_mwh > 0),
      efficiency double precision check (efficiency > 0 and efficiency <= 1),
      profile double precision[] check (cardinality(profile) = 24),
      notes text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((latitude is null) = (longitude is null))
    );
    create index site_tenant on site (tenant_id, created_at desc, id);
  `.execute(db);
}
