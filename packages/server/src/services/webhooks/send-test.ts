import { withTenant } from '../../store/database.ts';
import { queuePing } from '../../store/webhooks/deliveries.ts';
import type { Principal } from '../identity/principal.ts';
import { assertWebhookAdmin, getEndpointOf } from './endpoint-access.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Queues a `ping` to an endpoint, a disabled one too, and gives the delivery's id. */
export async function sendTest(context: WebhookContext, principal: Principal, id: string): Promise<string> {
  assertWebhookAdmin(principal);
  const { tenantId } = principal;
  const endpoint = await withTenant(context.db, tenantId, (tx) => getEndpointOf(context, tx, id));
  const data = { endpoint_id: endpoint.id, name: endpoint.name };
  return queuePing(context.db, { tenantId, endpointId: id, data, now: context.clock.now() });
}
