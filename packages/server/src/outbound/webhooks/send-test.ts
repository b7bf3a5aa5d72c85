import { queuePing } from './deliveries.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditEndpoint } from './audit-endpoint.ts';
import type { WebhookContext } from './webhook-context.ts';
import { withEndpoint } from './with-endpoint.ts';

/** Queues a `ping` to an endpoint, a disabled one too, and gives the delivery's id. */
export async function sendTest(context: WebhookContext, principal: Principal, id: string): Promise<string> {
  const { tenantId } = principal;
  const now = context.clock.now();
  return withEndpoint(context, principal, id, async (tx, { name }) => {
    await auditEndpoint(tx, principal, { verb: 'tested', endpointId: id, now });
    return queuePing(tx, { tenantId, endpointId: id, data: { endpoint_id: id, name }, now });
  });
}
