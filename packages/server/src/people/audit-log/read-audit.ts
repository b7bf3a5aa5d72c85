import { type Db, withTenant } from '../../ground/database/database.ts';
import type { IdentityContext } from '../access/account-context.ts';
import { actorOf, operatorOf, type Principal } from '../access/principal.ts';
import {
  appendAudit,
  type AuditEntry,
  type AuditFilters,
  type AuditPlace,
  type AuditQuery,
  listAuditEntries,
  readAuditPart,
} from '../audit/audit.ts';
import { findTenant } from '../tenants/store.ts';

/** Over all tenants, or of one, for routes that are the superadmins' alone. */
export async function listPlatformAudit(
  { db }: IdentityContext,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  return listAuditEntries(db, query);
}

/** Who changed what in the caller's tenant, newest first. */
export async function listAudit(
  { db }: IdentityContext,
  { tenantId }: Principal,
  query: Omit<AuditQuery, 'tenantId'>,
): Promise<{ entries: AuditEntry[]; total: number }> {
  return withTenant(db, tenantId, (tx) => listAuditEntries(tx, { ...query, tenantId }));
}

/** Entries in memory at once, whatever the length of an export. */
const PART_SIZE = 500;

interface AuditExport {
  filters: AuditFilters;
  format: string;
}

/** What happened in the caller's tenant, newest first, part by part: each is read when it is asked for, in the name of the tenant. */
export async function exportAudit(
  { db, clock }: IdentityContext,
  principal: Principal,
  { filters, format }: { filters: Omit<AuditFilters, 'tenantId'>; format: string },
): Promise<AsyncGenerator<AuditEntry[]>> {
  const { tenantId } = principal;
  const noted = { actor: actorOf(principal), now: clock.now(), isThere: true };
  await noteExport(db, { filters: { ...filters, tenantId }, format }, noted);
  return partsOf((behind) =>
    withTenant(db, tenantId, (tx) =>
      readAuditPart(tx, { ...filters, tenantId }, { behind, limit: PART_SIZE }),
    ),
  );
}

/** Over all tenants, or of one, for routes that are the superadmins' alone. */
export async function exportPlatformAudit(
  { db, clock }: IdentityContext,
  principal: Principal,
  wanted: AuditExport,
): Promise<AsyncGenerator<AuditEntry[]>> {
  const { filters } = wanted;
  // A tenant that is not there has nothing to show, and no audit in which it could stand who asked for it.
  const isThere = filters.tenantId === undefined || (await findTenant(db, filters.tenantId)) !== undefined;
  await noteExport(db, wanted, { actor: operatorOf(principal), now: clock.now(), isThere });
  return partsOf((behind) => readAuditPart(db, filters, { behind, limit: PART_SIZE }));
}

async function noteExport(
  db: Db,
  { filters: { tenantId, from, to, action, actorId }, format }: AuditExport,
  { actor, now, isThere }: { actor: ReturnType<typeof actorOf>; now: number; isThere: boolean },
): Promise<void> {
  const day = (instant: number | undefined) => instant && new Date(instant).toISOString();
  const details = { format, from: day(from), to: day(to), action, actor_id: actorId };
  if (!isThere) Object.assign(details, { tenant_id: tenantId });
  await appendAudit(db, {
    tenantId: isThere ? tenantId : undefined,
    actor,
    action: 'audit.exported',
    details,
    now,
  });
}

async function* partsOf(
  read: (behind: AuditPlace | undefined) => Promise<AuditEntry[]>,
): AsyncGenerator<AuditEntry[]> {
  let behind: AuditPlace | undefined;
  for (;;) {
    const entries = await read(behind);
    if (entries.length > 0) yield entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < PART_SIZE) return;
    behind = last;
  }
}
