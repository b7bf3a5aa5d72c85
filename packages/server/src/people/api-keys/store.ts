import { type Selectable, sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { readPage } from '../../ground/database/read-page.ts';
import type { ApiKeyTable } from '../../ground/database/people-schema.ts';

const VISIBLE_COLUMNS = [
  'id',
  'tenant_id',
  'label',
  'prefix',
  'role',
  'scopes',
  'created_by',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
  'rate_limit',
  'replaced_by',
  'allowed_addresses',
] as const;

/** A key without its hash, by the names of its columns, which are also those on the wire. */
export type ApiKey = Pick<Selectable<ApiKeyTable>, (typeof VISIBLE_COLUMNS)[number]>;

/** Keys of a tenant, or those that one of its users made, revoked ones too, newest first. */
export async function listApiKeys(
  tx: Db,
  query: { tenantId: string; createdBy: string | undefined; offset: number; limit: number },
): Promise<{ keys: ApiKey[]; total: number }> {
  const own = tx
    .selectFrom('api_key')
    .where('tenant_id', '=', query.tenantId)
    .$if(query.createdBy !== undefined, (rows) => rows.where('created_by', '=', String(query.createdBy)));
  const newestFirst = own.select(VISIBLE_COLUMNS).orderBy('created_at', 'desc').orderBy('id');
  const { rows: keys, total } = await readPage(newestFirst, query);
  return { keys, total };
}

/** Lets one transaction after another count and add keys of a tenant. */
export async function lockKeysOfTenant(tx: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`api keys ${tenantId}`}))`.execute(tx);
}

/** Counts the keys of a tenant that can still be used. */
export async function countLiveApiKeys(tx: Db, query: { tenantId: string; now: number }): Promise<number> {
  const { total } = await tx
    .selectFrom('api_key')
    .select((row) => row.fn.countAll<string>().as('total'))
    .where('tenant_id', '=', query.tenantId)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', new Date(query.now))]))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Keys that a user made and that can still be used, oldest first; held until the transaction ends. */
export async function listLiveKeysOf(
  tx: Db,
  query: { tenantId: string; userId: string; now: number },
): Promise<ApiKey[]> {
  return tx
    .selectFrom('api_key')
    .select(VISIBLE_COLUMNS)
    .where('tenant_id', '=', query.tenantId)
    .where('created_by', '=', query.userId)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', new Date(query.now))]))
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Live keys of some tenants that have a limit of their own. */
export async function listLimitedApiKeys(db: Db, tenantIds: string[]): Promise<ApiKey[]> {
  if (tenantIds.length === 0) return [];
  return db
    .selectFrom('api_key')
    .select(VISIBLE_COLUMNS)
    .where('tenant_id', 'in', tenantIds)
    .where('rate_limit', 'is not', null)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function lockApiKey(tx: Db, id: string): Promise<ApiKey | undefined> {
  return tx.selectFrom('api_key').select(VISIBLE_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function revokeApiKey(tx: Db, id: string, now: number): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ revoked_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

/** Lets a key end at an instant and names the key that takes its place. */
export async function replaceApiKey(
  tx: Db,
  replacement: { id: string; replacedBy: string; expiresAt: number },
): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ replaced_by: replacement.replacedBy, expires_at: new Date(replacement.expiresAt) })
    .where('id', '=', replacement.id)
    .execute();
}

export async function changeApiKey(
  tx: Db,
  id: string,
  change: Partial<Pick<ApiKey, 'rate_limit' | 'allowed_addresses'>>,
): Promise<void> {
  await tx.updateTable('api_key').set(change).where('id', '=', id).execute();
}

/** A key that ends by itself. */
export interface ExpiringKey {
  id: string;
  tenantId: string;
  label: string;
  prefix: string;
  /** Instants in epoch ms. */
  createdAt: number;
  expiresAt: number;
}

/** Keys of active tenants that can be used and that end in `[from, to)`, the first to end first; those that were replaced are left out. */
export async function listExpiringKeys(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<ExpiringKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .innerJoin('tenant', 'tenant.id', 'api_key.tenant_id')
    .select(['api_key.id', 'api_key.tenant_id', 'label', 'prefix', 'api_key.created_at', 'expires_at'])
    .where('tenant.deactivated_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where('expires_at', '>=', new Date(from))
    .where('expires_at', '<', new Date(to))
    .orderBy('expires_at')
    .orderBy('api_key.id')
    .execute();
  return rows.flatMap((row) =>
    row.expires_at === null
      ? []
      : [
          {
            id: row.id,
            tenantId: row.tenant_id,
            label: row.label,
            prefix: row.prefix,
            createdAt: row.created_at.getTime(),
            expiresAt: row.expires_at.getTime(),
          },
        ],
  );
}

/** Whether the audit says that a reminder so many days before was sent. Pass a transaction that holds the key. */
export async function wasReminded(
  tx: Db,
  { id, tenantId }: Pick<ExpiringKey, 'id' | 'tenantId'>,
  reminder: { action: string; days: number; since: number },
): Promise<boolean> {
  const entry = await tx
    .selectFrom('audit_entry')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('at', '>=', new Date(reminder.since))
    .where('action', '=', reminder.action)
    .where('target_id', '=', id)
    .where(sql<boolean>`details ->> 'days' = ${String(reminder.days)}`)
    .executeTakeFirst();
  return entry !== undefined;
}
