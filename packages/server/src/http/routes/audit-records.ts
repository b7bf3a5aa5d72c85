import { addDays } from '@lonja/forecasting/market';
import type { z } from 'zod';
import type { AuditEntry } from '../../store/audit.ts';
import { windowOf } from '../schemas/paging.ts';
import type { AuditQuery } from '../schemas/settings.ts';
import { formatInstant } from '../wire.ts';

/** The audit log in requests and answers. */
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

export function auditQueryOf(query: z.infer<typeof AuditQuery>) {
  const { date_from: from, date_to: to, action, actor_id: actorId } = query;
  return {
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(addDays(to, 1)),
    action,
    actorId,
    ...windowOf(query),
  };
}
