import type { PlatformStats } from './platform-stats.ts';
import type { Tenant } from '../../people/tenants/store.ts';
import type { User } from '../../people/users/store.ts';
import type { PlatformUserRecord, TenantRecord } from './admin-accounts-schemas.ts';
import { formatInstant, formatOptionalInstant } from '../../ground/http/wire.ts';

/** How the platform's records look on the wire. */
export function toTenantRecord(tenant: Tenant): TenantRecord {
  return {
    id: tenant.id,
    name: tenant.name,
    active: tenant.deactivatedAt === undefined,
    products: tenant.products,
    requests_per_minute: tenant.requestsPerMinute ?? null,
    created_at: formatInstant(tenant.createdAt),
    deactivated_at: formatOptionalInstant(tenant.deactivatedAt),
  };
}

export function toPlatformUser(user: User): PlatformUserRecord {
  return {
    id: user.id,
    tenant_id: user.tenantId,
    tenant_name: user.tenantName,
    email: user.email,
    full_name: user.fullName,
    role: user.role,
    is_superadmin: user.isSuperadmin,
    active: user.isActive,
    created_at: formatInstant(user.createdAt),
    last_seen_at: formatOptionalInstant(user.lastSeenAt),
  };
}

export function toSubscription({ id, name, products }: Tenant) {
  return { tenant_id: id, tenant_name: name, products };
}

export function toPlatformStats(stats: PlatformStats & { hasFirstRunFile: boolean }) {
  return {
    tenants: stats.tenants,
    active_tenants: stats.activeTenants,
    users: stats.users,
    active_users: stats.activeUsers,
    live_api_keys: stats.liveApiKeys,
    live_sessions: stats.liveSessions,
    requests_today: stats.requestsToday,
    waiting_mails: stats.waitingMails,
    forecast_runs: stats.forecastRuns,
    database_bytes: stats.databaseBytes,
    first_run_file: stats.hasFirstRunFile,
  };
}
