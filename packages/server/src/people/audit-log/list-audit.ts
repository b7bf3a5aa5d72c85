import { type AuditEntry, type AuditQuery, listAuditEntries } from '../audit/audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import type { IdentityContext } from '../access/identity-context.ts';
import type { Principal } from '../access/principal.ts';

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
