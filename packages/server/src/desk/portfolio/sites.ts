import { type Transaction, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import type {
  SiteKind,
  SiteTable,
  StorageTechnology,
  Technology,
} from '../../ground/database/site-schema.ts';

export type { SiteKind, StorageTechnology, Technology } from '../../ground/database/site-schema.ts';

/** What its owner says of a site; undefined where it says nothing. */
export interface SiteFields {
  name: string;
  kind: SiteKind;
  /** What a hybrid generates with; undefined: solar. */
  technology: Technology | undefined;
  latitude: number | undefined;
  longitude: number | undefined;
  capacityMw: number;
  /** Power of a hybrid's battery; undefined: as large as `capacityMw`. */
  storageMw: number | undefined;
  /** What a battery stores with; undefined: lithium ion. */
  storageTechnology: StorageTechnology | undefined;
  /** What a battery holds, or a load has to take in a day. */
  energyMwh: number | undefined;
  /** Of a whole cycle, 0..1. */
  efficiency: number | undefined;
  /** Of a battery at the start of a day, percent; undefined: half full. */
  startSoc: number | undefined;
  /** At least held at the end of a day, percent; undefined: as at the start. */
  endSoc: number | undefined;
  /** Most energy taken out of a battery in a day, in fillings; undefined: as usual. */
  maxCycles: number | undefined;
  /** What a battery's use costs, EUR for each MWh that it gives at the connection; undefined: as its technology does. */
  wearCost: number | undefined;
  /** Price below which a plant does not produce, EUR/MWh; undefined: it always produces. */
  offerFloor: number | undefined;
  /** Share of `capacityMw` by local hour, 24 values. */
  profile: number[] | undefined;
  /** What is kept by itself when the gate closes; undefined: nothing. */
  keepsAtGate: 'plan' | 'offer' | undefined;
  notes: string | undefined;
}

/** Instants are epoch ms. */
export interface Site extends SiteFields {
  id: string;
  createdAt: number;
  updatedAt: number;
}

type TenantTransaction = Transaction<Database>;

/** Lets one transaction at a time count and add a tenant's sites. */
export async function lockSites(tx: TenantTransaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sites ${tenantId}`}, 0))`.execute(tx);
}

export async function countSites(tx: TenantTransaction, kind?: SiteKind): Promise<number> {
  const row = await tx
    .selectFrom('site')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'solar'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** A page of the tenant's sites, of one kind or of all, the newest first. */
export async function listSites(
  tx: TenantTransaction,
  page: { kind: SiteKind | undefined; limit: number; offset: number },
): Promise<Site[]> {
  const { kind, limit, offset } = page;
  const rows = await tx
    .selectFrom('site')
    .selectAll()
    .$if(kind !== undefined, (sites) => sites.where('kind', '=', kind ?? 'solar'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toSite);
}

/** The site, held against other changes until the transaction ends where it is going to be changed. */
export async function findSite(
  tx: TenantTransaction,
  id: string,
  { forChange = false } = {},
): Promise<Site | undefined> {
  const row = await tx
    .selectFrom('site')
    .selectAll()
    .where('id', '=', id)
    .$if(forChange, (rows) => rows.forUpdate())
    .executeTakeFirst();
  return row && toSite(row);
}

export async function insertSite(
  tx: TenantTransaction,
  site: SiteFields & { id: string; tenantId: string; now: number },
): Promise<void> {
  const at = new Date(site.now);
  await tx
    .insertInto('site')
    .values({
      id: site.id,
      tenant_id: site.tenantId,
      ...columnsOf(site),
      created_at: at,
      updated_at: at,
    })
    .execute();
}

export async function replaceSite(
  tx: TenantTransaction,
  id: string,
  fields: SiteFields,
  now: number,
): Promise<void> {
  await tx
    .updateTable('site')
    .set({ ...columnsOf(fields), updated_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

export async function deleteSite(tx: TenantTransaction, id: string): Promise<void> {
  await tx.deleteFrom('site').where('id', '=', id).execute();
}

function columnsOf(site: SiteFields): Omit<SiteTable, 'id' | 'tenant_id' | 'created_at' | 'updated_at'> {
  return {
    name: site.name,
    kind: site.kind,
    technology: site.technology ?? null,
    latitude: site.latitude ?? null,
    longitude: site.longitude ?? null,
    capacity_mw: site.capacityMw,
    storage_mw: site.storageMw ?? null,
    storage_technology: site.storageTechnology ?? null,
    energy_mwh: site.energyMwh ?? null,
    efficiency: site.efficiency ?? null,
    start_soc: site.startSoc ?? null,
    end_soc: site.endSoc ?? null,
    max_cycles: site.maxCycles ?? null,
    wear_cost: site.wearCost ?? null,
    offer_floor: site.offerFloor ?? null,
    profile: site.profile ?? null,
    keeps_at_gate: site.keepsAtGate ?? null,
    notes: site.notes ?? null,
  };
}

function toSite(row: SiteTable): Site {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    technology: row.technology ?? undefined,
    latitude: row.latitude ?? undefined,
    longitude: row.longitude ?? undefined,
    capacityMw: row.capacity_mw,
    storageMw: row.storage_mw ?? undefined,
    storageTechnology: row.storage_technology ?? undefined,
    energyMwh: row.energy_mwh ?? undefined,
    efficiency: row.efficiency ?? undefined,
    startSoc: row.start_soc ?? undefined,
    endSoc: row.end_soc ?? undefined,
    maxCycles: row.max_cycles ?? undefined,
    wearCost: row.wear_cost ?? undefined,
    offerFloor: row.offer_floor ?? undefined,
    profile: row.profile ?? undefined,
    keepsAtGate: row.keeps_at_gate ?? undefined,
    notes: row.notes ?? undefined,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

/** The sites of all tenants whose plans are kept by themselves when the gate closes. */
export async function listSitesThatKeep(db: Db): Promise<(Site & { tenantId: string })[]> {
  const rows = await db
    .selectFrom('site')
    .selectAll()
    .where('keeps_at_gate', 'is not', null)
    .orderBy('tenant_id')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...toSite(row), tenantId: row.tenant_id }));
}
