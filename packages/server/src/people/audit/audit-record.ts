import type { AuditEntry } from './audit.ts';
import { formatInstant } from '../../ground/http/wire.ts';

/** An entry of the audit in answers, files and streams. */
export function toAuditRecord(entry: AuditEntry) {
  return {
    id: entry.id,
    at: formatInstant(entry.at),
    actor: { kind: entry.actor.kind, id: entry.actor.id ?? null, name: entry.actorName ?? null },
    action: entry.action,
    target: entry.target ?? null,
    details: entry.details,
    address: entry.address ?? null,
  };
}

/** The same for a tenant, without the addresses of the platform's operators. */
export function toOwnAuditRecord(entry: AuditEntry) {
  const record = toAuditRecord(entry);
  return record.actor.kind === 'operator' ? { ...record, address: null } : record;
}

/** The same for those who run the platform, with the tenant. */
export function toPlatformAuditRecord(entry: AuditEntry) {
  return { ...toAuditRecord(entry), tenant_id: entry.tenantId ?? null };
}
