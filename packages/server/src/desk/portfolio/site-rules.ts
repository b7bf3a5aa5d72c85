import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Db, withTenant } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { SiteKind } from '../../ground/database/site-schema.ts';
import { AppError } from '../../ground/errors.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { auditChange, type Principal } from '../../people/access/principal.ts';
import { auditedFields } from '../../people/audit/audit.ts';
import { checkSite } from './check-site.ts';
import {
  countSites,
  deleteSite,
  findSite,
  insertSite,
  listSites,
  lockSites,
  type Site,
  type SiteFields,
  updateSite,
} from './site-store.ts';

/** What keeping sites needs of the running service. */
export interface SiteContext {
  db: Db;
  clock: Clock;
}

/** Every site of a tenant is valued for its summary. */
export const MOST_SITES = 500;

export async function createSite(
  { db, clock }: SiteContext,
  principal: Principal,
  fields: SiteFields,
): Promise<Site> {
  checkSite(fields);
  const { tenantId } = principal;
  const now = clock.now();
  const at = new Date(now);
  const site = { id: randomUUID(), tenant_id: tenantId, ...fields, created_at: at, updated_at: at };
  await withTenant(db, tenantId, async (tx) => {
    await lockSites(tx, tenantId);
    if ((await countSites(tx)) >= MOST_SITES) {
      throw new AppError('conflict', `A tenant has at most ${MOST_SITES} sites; delete one first.`);
    }
    await insertSite(tx, site);
    const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    await auditChange(tx, principal, 'site.created', { id: site.id, details: auditedFields(said), now });
  });
  return site;
}

/** A page of the tenant's sites, of one kind or of all, the newest first. */
export async function listSitesOf(
  { db }: SiteContext,
  principal: Principal,
  page: { kind: SiteKind | undefined; limit: number; offset: number },
): Promise<{ sites: Site[]; total: number }> {
  return withTenant(db, principal.tenantId, async (tx) => ({
    sites: await listSites(tx, page),
    total: await countSites(tx, page.kind),
  }));
}

export async function getSite(context: SiteContext, principal: Principal, id: string): Promise<Site> {
  return withSite(context, principal, { id }, async (_tx, site) => site);
}

/** Changes fields of a site: what is absent stays as it is, null clears. */
export async function changeSite(
  context: SiteContext,
  principal: Principal,
  id: string,
  fields: Partial<SiteFields>,
): Promise<Site> {
  const now = context.clock.now();
  return withSite(context, principal, { id, forChange: true }, async (tx, site) => {
    const change = { ...fields, updated_at: new Date(now) };
    const changed = { ...site, ...change };
    checkSite(changed);
    await updateSite(tx, id, change);
    await auditChange(tx, principal, 'site.changed', { id, details: fields, now });
    return changed;
  });
}

export async function removeSite(context: SiteContext, principal: Principal, id: string): Promise<void> {
  const now = context.clock.now();
  await withSite(context, principal, { id, forChange: true }, async (tx, { name, kind }) => {
    await deleteSite(tx, id);
    await auditChange(tx, principal, 'site.deleted', { id, details: { name, kind }, now });
  });
}

/**
 * Runs `work` on the tenant's site in a transaction that sees the rows of the tenant alone. Another tenant's site is refused with
 * 403, an id that exists nowhere with 404. A site that is to be changed is held until the transaction ends.
 */
export async function withSite<T>(
  { db }: { db: Db },
  principal: Principal,
  { id, forChange = false }: { id: string; forChange?: boolean },
  work: (tx: Transaction<Database>, site: Site) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'site', id, noun: 'site' });
  return withTenant(db, principal.tenantId, async (tx) => {
    const site = await findSite(tx, id, { forChange });
    if (site === undefined) throw new AppError('not_found', 'There is no site with this id.');
    return work(tx, site);
  });
}
