import { type AuditEntry, type AuditFilters, selectAuditEntries, toAuditEntry } from './audit.ts';
import type { Db } from '../../ground/database/database.ts';

/** Where a part of the audit begins: behind an entry that was read. */
export interface AuditPlace {
  /** Epoch ms. */
  at: number;
  id: string;
}

/** The next entries behind a place, newest first: long lists are read part by part, each by an index and in a transaction of its own. */
export async function readAuditPart(
  tx: Db,
  filters: AuditFilters,
  { behind, limit }: { behind: AuditPlace | undefined; limit: number },
): Promise<AuditEntry[]> {
  const rows = await selectAuditEntries(tx, filters)
    .$if(behind !== undefined, (some) =>
      some.where((row) =>
        row(
          row.refTuple('audit_entry.at', 'audit_entry.id'),
          '<',
          row.tuple(new Date(behind?.at ?? 0), behind?.id ?? ''),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map(toAuditEntry);
}
