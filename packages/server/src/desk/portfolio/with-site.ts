import type { Transaction } from 'kysely';
import { AppError } from '../../ground/errors.ts';
import { type Db, withTenant } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { findSite, type Site } from './sites.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import type { Principal } from '../../people/access/principal.ts';

/**
 * Runs `work` on the tenant's site in a transaction that sees the rows of the tenant alone. Another tenant's site is refused with
 * 403, an id that exists nowhere with 404. A site that is to be changed is held until the transaction ends.
 */
export async function withSite<T>(
  { db }: { db: Db },
  principal: Principal,
  { id, forChange = false }: { id: string; forChange?: boolean },
  work: (tx: Transaction<Database>, site: Site) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'site', id, noun: 'site' });
  return withTenant(db, principal.tenantId, async (tx) => {
    const site = await findSite(tx, id, { forChange });
    if (site === undefined) throw new AppError('not_found', 'There is no site with this id.');
    return work(tx, site);
  });
}
