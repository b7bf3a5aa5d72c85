import type { Transaction } from 'kysely';
import { AppError } from '../../errors.ts';
import type { Db } from '../../store/database.ts';
import type { Database } from '../../store/schema.ts';
import { type WebhookEndpoint, endpointExists, findEndpoint } from '../../store/webhooks/endpoints.ts';
import type { Principal } from '../identity/principal.ts';
import { isRecordId } from '../record-id.ts';

/** Webhooks belong to the tenant's admins. A key with fine-grained scopes has none that covers them. */
export function assertWebhookAdmin(principal: Principal): void {
  if (principal.role !== 'admin' || principal.scopes !== undefined) {
    throw new AppError(
      'insufficient_scope',
      'Webhooks are for admins: sign in as one, or use an admin key without scopes.',
    );
  }
}

/** The tenant's endpoint. Another tenant's is refused with 403, an id that exists nowhere with 404. */
export async function getEndpointOf(
  { db }: { db: Db },
  tx: Transaction<Database>,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = isRecordId(id) ? await findEndpoint(tx, id) : undefined;
  if (endpoint !== undefined) return endpoint;
  throw missingRecord('webhook endpoint', isRecordId(id) && (await endpointExists(db, id)));
}

export function missingRecord(what: string, isForeign: boolean): AppError {
  return isForeign
    ? new AppError('insufficient_scope', `This ${what} belongs to another tenant.`)
    : new AppError('not_found', `There is no ${what} with this id.`);
}
