import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';

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
