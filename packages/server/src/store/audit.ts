import { randomUUIDv7 } from 'node:crypto';
import type { Db } from './database.ts';

/** Who made a change: a signed-in user, an API key, the platform's operator, or the service itself. */
export interface AuditActor {
  kind: 'user' | 'api_key' | 'operator' | 'system';
  id: string | undefined;
}

export interface NewAuditEntry {
  /** The tenant whose record changed. */
  tenantId: string;
  actor: AuditActor;
  /** `noun.verb` with the verb in the past, such as `api_key.revoked`. */
  action: `${string}.${string}`;
  target?: { type: string; id: string };
  /** What changed, for people to read; never a secret. */
  details?: Record<string, unknown>;
  /** Epoch ms. */
  now: number;
}

/** Writes who changed what. Pass the transaction of the change, so that neither is ever there without the other. */
export async function appendAudit(tx: Db, entry: NewAuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      id: randomUUIDv7(),
      tenant_id: entry.tenantId,
      at: new Date(entry.now),
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id ?? null,
      action: entry.action,
      target_type: entry.target?.type ?? null,
      target_id: entry.target?.id ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
