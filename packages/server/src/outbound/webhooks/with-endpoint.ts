import type { Transaction } from 'kysely';
import { AppError } from '../../ground/errors.ts';
import { type Db, withTenant } from '../../ground/database/database.ts';
import type { Database } from '../../ground/database/schema.ts';
import { type WebhookEndpoint, findEndpoint } from './endpoints.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import type { Principal } from '../../people/access/principal.ts';

/**
 * Runs `work` on the tenant's endpoint in a transaction that sees the rows of the tenant alone. Another tenant's endpoint is
 * refused with 403, an id that exists nowhere with 404.
 */
export async function withEndpoint<T>(
  { db }: { db: Db },
  principal: Principal,
  id: string,
  work: (tx: Transaction<Database>, endpoint: WebhookEndpoint) => Promise<T>,
): Promise<T> {
  await assertOwnRecord(db, principal, { table: 'webhook_endpoint', id, noun: 'webhook endpoint' });
  return withTenant(db, principal.tenantId, async (tx) => {
    const endpoint = await findEndpoint(tx, id);
    if (endpoint === undefined) {
      throw new AppError('not_found', 'There is no webhook endpoint with this id.');
    }
    return work(tx, endpoint);
  });
}
