import { deleteEndpoint } from './endpoints.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditEndpoint } from './audit-endpoint.ts';
import type { WebhookContext } from './webhook-context.ts';
import { withEndpoint } from './with-endpoint.ts';

/** Removes an endpoint with its secret and its delivery log. What waits for it is not sent any more. */
export async function removeEndpoint(
  context: WebhookContext,
  principal: Principal,
  id: string,
): Promise<void> {
  const now = context.clock.now();
  await withEndpoint(context, principal, id, async (tx, { name, url }) => {
    await deleteEndpoint(tx, id);
    await auditEndpoint(tx, principal, { verb: 'deleted', endpointId: id, details: { name, url }, now });
  });
}
