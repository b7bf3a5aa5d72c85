import { sql } from 'kysely';
import type { Db } from './database.ts';

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

export interface UsageQuery {
  tenantId: string;
  /** Days in UTC, both inclusive. */
  from: string;
  to: string;
  offset: number;
  limit: number;
}

/** Usage of a tenant, newest day first, with the labels of the keys. */
export async function listRequestUsage(
  tx: Db,
  query: UsageQuery,
): Promise<{ usage: (RequestUsage & { keyLabel: string | undefined })[]; total: number }> {
  const matching = tx
    .selectFrom('request_usage')
    .where('request_usage.tenant_id', '=', query.tenantId)
    .where('day', '>=', query.from)
    .where('day', '<=', query.to);
  const rows = await matching
    .leftJoin('api_key', 'api_key.id', 'request_usage.api_key_id')
    .selectAll('request_usage')
    .select('api_key.label')
    .orderBy('day', 'desc')
    .orderBy('requests', 'desc')
    .orderBy('api_key_id')
    .offset(query.offset)
    .limit(query.limit)
    .execute();
  const { total } = await matching
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const usage = rows.map((row) => ({
    tenantId: row.tenant_id,
    day: row.day,
    keyId: row.api_key_id ?? undefined,
    keyLabel: row.label ?? undefined,
    requests: Number(row.requests),
  }));
  return { usage, total: Number(total) };
}
