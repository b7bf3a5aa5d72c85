import { withTenant } from '../../store/database.ts';
import { deleteEndpoint } from '../../store/webhooks/endpoints.ts';
import type { Principal } from '../identity/principal.ts';
import { assertWebhookAdmin, getEndpointOf } from './endpoint-access.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Removes an endpoint with its secret and its delivery log. What waits for it is not sent any more. */
export async function removeEndpoint(
  context: WebhookContext,
  principal: Principal,
  id: string,
): Promise<void> {
  assertWebhookAdmin(principal);
  await withTenant(context.db, principal.tenantId, async (tx) => {
    await getEndpointOf(context, tx, id);
    await deleteEndpoint(tx, id);
  });
}
