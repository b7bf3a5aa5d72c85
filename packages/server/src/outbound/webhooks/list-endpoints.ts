import { withTenant } from '../../ground/database/database.ts';
import { type WebhookEndpoint, countEndpoints, listEndpoints } from './endpoints.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { WebhookContext } from './webhook-context.ts';
import { withEndpoint } from './with-endpoint.ts';

/** A page of the tenant's endpoints, the newest first. */
export async function listEndpointsOf(
  { db }: WebhookContext,
  principal: Principal,
  page: { limit: number; offset: number },
): Promise<{ endpoints: WebhookEndpoint[]; total: number }> {
  return withTenant(db, principal.tenantId, async (tx) => ({
    endpoints: await listEndpoints(tx, page),
    total: await countEndpoints(tx),
  }));
}

export async function getEndpoint(
  context: WebhookContext,
  principal: Principal,
  id: string,
): Promise<WebhookEndpoint> {
  return withEndpoint(context, principal, id, async (_tx, endpoint) => endpoint);
}
