import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

/** The platform in figures, over all tenants. */
export interface PlatformStats {
  tenants: number;
  activeTenants: number;
  users: number;
  activeUsers: number;
  liveApiKeys: number;
  liveSessions: number;
  requestsToday: number;
  waitingMails: number;
  forecastRuns: number;
  databaseBytes: number;
}

export async function countPlatform(db: Db, query: { now: number; today: string }): Promise<PlatformStats> {
  const now = new Date(query.now);
  const { rows } = await sql<Record<keyof PlatformStats, string>>`
    select
      (select count(*) from tenant) as "tenants",
      (select count(*) from tenant where deactivated_at is null) as "activeTenants",
      (select count(*) from app_user) as "users",
      (select count(*) from app_user where deactivated_at is null) as "activeUsers",
      (select count(*) from api_key where revoked_at is null and (expires_at is null or expires_at > ${now})) as "liveApiKeys",
      (select count(*) from user_session where ended_at is null and expires_at > ${now}) as "liveSessions",
      (select coalesce(sum(requests), 0) from request_usage where day = ${query.today}) as "requestsToday",
      (select count(*) from mail_queue) as "waitingMails",
      (select count(*) from forecast_run) as "forecastRuns",
      pg_database_size(current_database()) as "databaseBytes"
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The count gave no row.');
  return {
    tenants: Number(row.tenants),
    activeTenants: Number(row.activeTenants),
    users: Number(row.users),
    activeUsers: Number(row.activeUsers),
    liveApiKeys: Number(row.liveApiKeys),
    liveSessions: Number(row.liveSessions),
    requestsToday: Number(row.requestsToday),
    waitingMails: Number(row.waitingMails),
    forecastRuns: Number(row.forecastRuns),
    databaseBytes: Number(row.databaseBytes),
  };
}
