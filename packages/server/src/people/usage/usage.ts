import { type Db, withTenant } from '../../ground/database/database.ts';
import type { IdentityContext } from '../access/account-context.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import type { Principal } from '../access/principal.ts';
import { sql } from 'kysely';

/** Requests of the caller's tenant by day and key, newest day first. */
export async function listUsage(
  { db }: IdentityContext,
  { tenantId }: Principal,
  query: Omit<UsageQuery, 'tenantId'>,
): ReturnType<typeof listRequestUsage> {
  const days = clampToServedDays(query);
  if (days === undefined) return { usage: [], total: 0 };
  return withTenant(db, tenantId, (tx) => listRequestUsage(tx, { ...query, ...days, tenantId }));
}

/** Rows in memory at once, whatever the length of a file. */
const PART_SIZE = 2000;

/** The whole usage of the caller's tenant in these days, part by part. */
export function readUsageParts(
  context: IdentityContext,
  principal: Principal,
  days: { from: string; to: string },
): AsyncGenerator<KeyUsage[]> {
  return partsOf(async (window) => (await listUsage(context, principal, { ...days, ...window })).usage);
}

/** Requests of tenants by day or month, for routes that are the superadmins' alone. */
export async function listUsageOfTenants(
  { db }: { db: Db },
  query: TenantUsageQuery,
  window: { offset: number; limit: number },
): Promise<{ usage: TenantUsage[]; total: number }> {
  return { usage: await listTenantUsage(db, query, window), total: await countTenantUsage(db, query) };
}

/** All of them, part by part. */
export function readTenantUsageParts(
  { db }: { db: Db },
  query: TenantUsageQuery,
): AsyncGenerator<TenantUsage[]> {
  return partsOf((window) => listTenantUsage(db, query, window));
}

async function* partsOf<T>(
  read: (window: { offset: number; limit: number }) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let offset = 0; ; offset += PART_SIZE) {
    const part = await read({ offset, limit: PART_SIZE });
    if (part.length > 0) yield part;
    if (part.length < PART_SIZE) return;
  }
}

/** Requests of one day in UTC by one key, or by all session tokens of a tenant when there is no key. */
export interface RequestUsage {
  tenantId: string;
  day: string;
  keyId: string | undefined;
  requests: number;
}

/** Adds counts to those of earlier; other processes may do so at the same time. What a tenant made that was deleted since then is left out. */
export async function addRequestUsage(db: Db, usage: RequestUsage[]): Promise<void> {
  if (usage.length === 0) return;
  const tenants = usage.map(({ tenantId }) => tenantId);
  const days = usage.map(({ day }) => day);
  const keys = usage.map(({ keyId }) => keyId ?? null);
  const requests = usage.map((counted) => counted.requests);
  await sql`
    insert into request_usage (tenant_id, day, api_key_id, requests)
    select counted.* from unnest(
      ${tenants}::uuid[], ${days}::date[], ${keys}::uuid[], ${requests}::bigint[]
    ) as counted (tenant_id, day, api_key_id, requests)
    join tenant on tenant.id = counted.tenant_id
    on conflict (tenant_id, day, api_key_id) do update set requests = request_usage.requests + excluded.requests
  `.execute(db);
}

/** Requests of a tenant in a day or month, of all its keys and sessions, by the names of the wire. */
export interface TenantUsage {
  /** First day of the period, in UTC. */
  date: string;
  tenant_id: string;
  tenant_name: string;
  requests: number;
  requests_of_sessions: number;
}

interface TenantUsageQuery {
  /** Undefined: of all tenants. */
  tenantId: string | undefined;
  /** Days in UTC, both inclusive. */
  from: string;
  to: string;
  by: 'day' | 'month';
}

/** Requests of tenants by day or month, newest period first, in it by name. */
async function listTenantUsage(
  db: Db,
  query: TenantUsageQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<TenantUsage[]> {
  const { rows } = await sql<TenantUsage>`
    select date_trunc(${query.by}, day)::date as date, tenant.id as tenant_id, tenant.name as tenant_name,
      sum(requests)::float8 as requests, coalesce(sum(requests) filter (where api_key_id is null), 0)::float8 as requests_of_sessions
    from request_usage join tenant on tenant.id = tenant_id where ${usageMatches(query)}
    group by 1, 2, 3 order by 1 desc, 3, 2 offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

/** How many records the whole list has. */
async function countTenantUsage(db: Db, query: TenantUsageQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct (date_trunc(${query.by}, day), tenant_id))::integer as total
    from request_usage where ${usageMatches(query)}`.execute(db);
  return rows[0].total;
}

function usageMatches({ tenantId, from, to }: TenantUsageQuery) {
  const ofTenant = tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}`;
  return sql<boolean>`day between ${from}::date and ${to}::date and ${ofTenant}`;
}

interface UsageQuery {
  tenantId: string;
  /** Days in UTC, both inclusive. */
  from: string;
  to: string;
  offset: number;
  limit: number;
}

/** Requests of one day by one key, or by all session tokens where there is none, by the names of the wire. */
export interface KeyUsage {
  date: string;
  api_key_id: string | null;
  label: string | null;
  requests: number;
}

/** Usage of a tenant, newest day first, with the labels of the keys. */
async function listRequestUsage(tx: Db, query: UsageQuery): Promise<{ usage: KeyUsage[]; total: number }> {
  const matching = tx
    .selectFrom('request_usage')
    .where('request_usage.tenant_id', '=', query.tenantId)
    .where('day', '>=', query.from)
    .where('day', '<=', query.to);
  const usage = await matching
    .leftJoin('api_key', 'api_key.id', 'request_usage.api_key_id')
    .select(['day as date', 'api_key_id', 'api_key.label', sql<number>`requests::float8`.as('requests')])
    .orderBy('day', 'desc')
    .orderBy('request_usage.requests', 'desc')
    .orderBy('api_key_id')
    .offset(query.offset)
    .limit(query.limit)
    .execute();
  const { total } = await matching
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { usage, total: Number(total) };
}
