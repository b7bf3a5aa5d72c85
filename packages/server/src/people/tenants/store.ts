import { type Selectable, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { readPage } from '../../ground/database/read-page.ts';
import type { TenantTable } from '../../ground/database/people-schema.ts';

/** A tenant by the names of its columns. */
export type Tenant = Selectable<TenantTable>;

export async function findTenantName(tx: Db, id: string): Promise<string> {
  const { name } = await tx
    .selectFrom('tenant')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}

/** Keeps every other change off a tenant until the transaction ends. */
export async function lockTenant(tx: Db, id: string): Promise<void> {
  await sql`select from tenant where id::text = ${id} for update`.execute(tx);
}

export async function findTenant(tx: Db, id: string): Promise<Tenant | undefined> {
  return tx.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All tenants, oldest first: for the platform's operator. */
export async function listTenants(
  db: Db,
  page: { offset: number; limit: number },
): Promise<{ tenants: Tenant[]; total: number }> {
  const all = db.selectFrom('tenant').selectAll().orderBy('created_at').orderBy('id');
  const { rows: tenants, total } = await readPage(all, page);
  return { tenants, total };
}

/** What a tenant may change of itself. */
export type TenantChange = Partial<
  Pick<Tenant, 'name' | 'locale' | 'time_zone' | 'forecast_change_threshold' | 'requires_second_factor'>
>;

/** What the platform's operator alone changes of a tenant. */
type TenantTerms = Partial<Pick<Tenant, 'products' | 'rate_limit' | 'deactivated_at'>>;

/** Absent fields stay as they are. */
export async function updateTenant(tx: Db, id: string, change: TenantChange | TenantTerms): Promise<void> {
  await tx.updateTable('tenant').set(change).where('id', '=', id).execute();
}
