import { sql } from 'kysely';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { listTenants, type Tenant } from '../../people/tenants/store.ts';
import { listUsers, type User } from '../../people/users/store.ts';
import type { PlatformFigures } from './admin-accounts-record.ts';

interface Page {
  offset: number;
  limit: number;
}

/** Reads over all tenants: for routes that are the superadmins' alone. */
export async function listAllTenants(
  { db }: IdentityContext,
  page: Page,
): Promise<{ tenants: Tenant[]; total: number }> {
  return listTenants(db, page);
}

export async function listAllUsers(
  { db }: IdentityContext,
  page: Page,
): Promise<{ users: User[]; total: number }> {
  return listUsers(db, { tenantId: undefined, ...page });
}

/** The platform in figures, over all tenants. */
export async function getPlatformStats({ db, clock }: IdentityContext): Promise<PlatformFigures> {
  const now = new Date(clock.now());
  const { rows } = await sql<Record<keyof PlatformFigures, string>>`
    select
      (select count(*) from tenant) as tenants,
      (select count(*) from tenant where deactivated_at is null) as active_tenants,
      (select count(*) from app_user) as users,
      (select count(*) from app_user where deactivated_at is null) as active_users,
      (select count(*) from api_key where revoked_at is null and (expires_at is null or expires_at > ${now})) as live_api_keys,
      (select count(*) from user_session where ended_at is null and expires_at > ${now}) as live_sessions,
      (select coalesce(sum(requests), 0) from request_usage where day = ${now.toISOString().slice(0, 10)}) as requests_today,
      (select count(*) from mail_queue) as waiting_mails,
      (select count(*) from forecast_run) as forecast_runs,
      pg_database_size(current_database()) as database_bytes
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The count gave no row.');
  return inNumbers(row);
}

/** The cast is right: each figure is turned into a number. */
function inNumbers<K extends string>(row: Record<K, string>): Record<K, number> {
  return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, Number(text)])) as Record<
    K,
    number
  >;
}
