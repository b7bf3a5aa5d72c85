import { sql, type Transaction } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { SiteKind, SiteTable } from '../../ground/database/site-schema.ts';

export type { SiteKind, StorageTechnology } from '../../ground/database/site-schema.ts';

/** A site has one name for each field: that of its column, which is also the one on the wire. */
export type Site = SiteTable;
/** What its owner says of a site. */
export type SiteFields = Omit<Site, 'id' | 'tenant_id' | 'created_at' | 'updated_at'>;

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
  return tx
    .selectFrom('site')
    .selectAll()
    .$if(kind !== undefined, (sites) => sites.where('kind', '=', kind ?? 'solar'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The site, held against other changes until the transaction ends where it is going to be changed. */
export async function findSite(
  tx: TenantTransaction,
  id: string,
  { forChange = false } = {},
): Promise<Site | undefined> {
  return tx
    .selectFrom('site')
    .selectAll()
    .where('id', '=', id)
    .$if(forChange, (rows) => rows.forUpdate())
    .executeTakeFirst();
}

export async function insertSite(tx: TenantTransaction, site: Site): Promise<void> {
  await tx.insertInto('site').values(site).execute();
}

export async function updateSite(
  tx: TenantTransaction,
  id: string,
  change: Partial<SiteFields> & { updated_at: Date },
): Promise<void> {
  await tx.updateTable('site').set(change).where('id', '=', id).execute();
}

export async function deleteSite(tx: TenantTransaction, id: string): Promise<void> {
  await tx.deleteFrom('site').where('id', '=', id).execute();
}

/** The sites of all tenants whose plans are kept by themselves when the gate closes. */
export async function listSitesThatKeep(db: Db): Promise<Site[]> {
  return db
    .selectFrom('site')
    .selectAll()
    .where('keeps_at_gate', 'is not', null)
    .orderBy('tenant_id')
    .orderBy('id')
    .execute();
}
