import { sql } from 'kysely';
import type { Locale } from '../../ground/config/locale.ts';
import type { Db } from '../../ground/database/database.ts';

export interface Tenant {
  id: string;
  name: string;
  locale: Locale;
  timeZone: string;
  forecastChangeThresholdEurPerMwh: number;
  /** Whether a user without a second factor may do no more than set one up. */
  requiresSecondFactor: boolean;
  /** Market products of the subscription, such as `es-da`. */
  products: string[];
  /** Limit of each credential; undefined: the default. */
  requestsPerMinute: number | undefined;
  /** Instants in epoch ms. */
  createdAt: number;
  deactivatedAt: number | undefined;
}

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
  const row = await tx.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toTenant(row);
}

/** All tenants, oldest first: for the platform's operator. */
export async function listTenants(
  db: Db,
  page: { offset: number; limit: number },
): Promise<{ tenants: Tenant[]; total: number }> {
  const rows = await db
    .selectFrom('tenant')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await db
    .selectFrom('tenant')
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { tenants: rows.map(toTenant), total: Number(total) };
}

/** What a tenant may change of itself. */
export interface TenantChange {
  name?: string;
  locale?: Locale;
  timeZone?: string;
  forecastChangeThresholdEurPerMwh?: number;
  requiresSecondFactor?: boolean;
}

export async function updateTenant(tx: Db, id: string, change: TenantChange): Promise<void> {
  const {
    name,
    locale,
    timeZone,
    forecastChangeThresholdEurPerMwh: threshold,
    requiresSecondFactor,
  } = change;
  await tx
    .updateTable('tenant')
    .set({
      ...(name !== undefined && { name }),
      ...(locale !== undefined && { locale }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
      ...(threshold !== undefined && { forecast_change_threshold: threshold }),
      ...(requiresSecondFactor !== undefined && { requires_second_factor: requiresSecondFactor }),
    })
    .where('id', '=', id)
    .execute();
}

/** What the platform's operator alone changes of a tenant. */
export async function updateTenantTerms(
  tx: Db,
  id: string,
  terms: { products?: string[]; requestsPerMinute?: number | null; deactivatedAt?: number | null },
): Promise<void> {
  const { products, requestsPerMinute, deactivatedAt } = terms;
  await tx
    .updateTable('tenant')
    .set({
      ...(products !== undefined && { products }),
      ...(requestsPerMinute !== undefined && { rate_limit: requestsPerMinute }),
      ...(deactivatedAt !== undefined && {
        deactivated_at: deactivatedAt === null ? null : new Date(deactivatedAt),
      }),
    })
    .where('id', '=', id)
    .execute();
}

interface TenantRow {
  id: string;
  name: string;
  locale: Locale;
  time_zone: string;
  forecast_change_threshold: number;
  requires_second_factor: boolean;
  products: string[];
  rate_limit: number | null;
  created_at: Date;
  deactivated_at: Date | null;
}

function toTenant(row: TenantRow): Tenant {
  return {
    id: row.id,
    name: row.name,
    locale: row.locale,
    timeZone: row.time_zone,
    forecastChangeThresholdEurPerMwh: row.forecast_change_threshold,
    requiresSecondFactor: row.requires_second_factor,
    products: row.products,
    requestsPerMinute: row.rate_limit ?? undefined,
    createdAt: row.created_at.getTime(),
    deactivatedAt: row.deactivated_at?.getTime(),
  };
}
