import type { DeliveryDay } from '@lonja/forecasting/market';
import type { Transaction } from 'kysely';
import { type Db, withTenant } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import type { Site } from './site-store.ts';

/** What a plant generates or a load takes on a day, as it was uploaded. */
export interface DayProfile {
  resolution: 'PT15M' | 'PT1H';
  /** One for each period of the day, never negative. */
  mw: readonly number[];
  /** Epoch ms. */
  uploadedAt: number;
}

/** A site with what was uploaded of one day. */
export interface SiteOnDay extends Site {
  uploaded: DayProfile | undefined;
}

type TenantTransaction = Transaction<Database>;

/**
 * Sites of a tenant with what was uploaded of a day; with `asOf` (epoch ms) nothing that came later. A load that has an energy of the day
 * has that of its upload.
 */
export async function sitesOnDay(
  { db }: { db: Db },
  tenantId: string,
  sites: readonly Site[],
  { day, asOf }: { day: DeliveryDay; asOf?: number | undefined },
): Promise<SiteOnDay[]> {
  const ids = sites.filter(({ kind }) => kind !== 'battery').map(({ id }) => id);
  if (ids.length === 0) return sites.map((site) => ({ ...site, uploaded: undefined }));
  const rows = await withTenant(db, tenantId, (tx) =>
    tx
      .selectFrom('site_profile')
      .selectAll()
      .where('site_id', 'in', ids)
      .where('delivery_day', '=', day)
      .$if(asOf !== undefined, (found) => found.where('uploaded_at', '<=', new Date(asOf ?? 0)))
      .execute(),
  );
  const bySite = new Map(rows.map((row) => [row.site_id, toProfile(row)]));
  return sites.map((site) => {
    const uploaded = bySite.get(site.id);
    const isShifted = site.kind === 'load' && site.energy_mwh !== null && uploaded !== undefined;
    return { ...site, uploaded, ...(isShifted && { energy_mwh: energyOf(uploaded) }) };
  });
}

export async function siteOnDay(
  context: { db: Db },
  tenantId: string,
  site: Site,
  of: { day: DeliveryDay; asOf?: number | undefined },
): Promise<SiteOnDay> {
  const [found] = await sitesOnDay(context, tenantId, [site], of);
  return found;
}

/** MWh. */
export function energyOf({ resolution, mw }: Pick<DayProfile, 'resolution' | 'mw'>): number {
  return mw.reduce((sum, each) => sum + each, 0) / (resolution === 'PT15M' ? 4 : 1);
}

/** Of a site, in the order of the days. */
export async function listProfiles(
  tx: TenantTransaction,
  siteId: string,
  { from, to }: { from: DeliveryDay; to: DeliveryDay },
): Promise<(DayProfile & { day: DeliveryDay })[]> {
  const rows = await tx
    .selectFrom('site_profile')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('delivery_day', '>=', from)
    .where('delivery_day', '<=', to)
    .orderBy('delivery_day')
    .execute();
  return rows.map((row) => ({ day: row.delivery_day, ...toProfile(row) }));
}

export async function countProfiles(tx: TenantTransaction, siteId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('site_profile')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Puts days in the place of those that were there. */
export async function putProfiles(
  tx: TenantTransaction,
  of: { siteId: string; tenantId: string; now: number },
  days: readonly (Pick<DayProfile, 'resolution' | 'mw'> & { day: DeliveryDay })[],
): Promise<void> {
  await tx
    .insertInto('site_profile')
    .values(
      days.map(({ day, resolution, mw }) => ({
        site_id: of.siteId,
        tenant_id: of.tenantId,
        delivery_day: day,
        resolution,
        mw: [...mw],
        uploaded_at: new Date(of.now),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'delivery_day']).doUpdateSet((eb) => ({
        resolution: eb.ref('excluded.resolution'),
        mw: eb.ref('excluded.mw'),
        uploaded_at: eb.ref('excluded.uploaded_at'),
      })),
    )
    .execute();
}

/** Gives whether there was one. */
export async function deleteProfile(
  tx: TenantTransaction,
  siteId: string,
  day: DeliveryDay,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('site_profile')
    .where('site_id', '=', siteId)
    .where('delivery_day', '=', day)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function toProfile(row: {
  resolution: DayProfile['resolution'];
  mw: number[];
  uploaded_at: Date;
}): DayProfile {
  return { resolution: row.resolution, mw: row.mw, uploadedAt: row.uploaded_at.getTime() };
}
