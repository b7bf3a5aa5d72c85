import { type AuditEntry, type AuditQuery, listAuditEntries } from '../../store/audit.ts';
import { withTenant } from '../../store/database.ts';
import type { IdentityContext } from '../identity/identity-context.ts';
import type { Principal } from '../identity/principal.ts';

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
