import { withTenant } from '../../store/database.ts';
import type { StoredAttempt } from '../../store/webhook-schema.ts';
import {
  type DeliveryFilter,
  type WebhookDelivery,
  deliveryExists,
  findDelivery,
  listDeliveries,
} from '../../store/webhooks/deliveries.ts';
import type { Principal } from '../identity/principal.ts';
import { isRecordId } from '../record-id.ts';
import { assertWebhookAdmin, getEndpointOf, missingRecord } from './endpoint-access.ts';
import type { WebhookContext } from './webhook-context.ts';

/** A page of an endpoint's delivery log, the newest first. */
export async function listDeliveriesOf(
  context: WebhookContext,
  principal: Principal,
  filter: DeliveryFilter,
  page: { limit: number; offset: number },
): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
  assertWebhookAdmin(principal);
  return withTenant(context.db, principal.tenantId, async (tx) => {
    await getEndpointOf(context, tx, filter.endpointId);
    return listDeliveries(tx, filter, page);
  });
}

/** One delivery with its attempts. */
export async function getDelivery(
  context: WebhookContext,
  principal: Principal,
  ids: { endpointId: string; deliveryId: string },
): Promise<WebhookDelivery & { attemptLog: StoredAttempt[] }> {
  assertWebhookAdmin(principal);
  const { endpointId, deliveryId } = ids;
  const isId = isRecordId(deliveryId);
  const delivery = await withTenant(context.db, principal.tenantId, async (tx) => {
    await getEndpointOf(context, tx, endpointId);
    return isId ? findDelivery(tx, endpointId, deliveryId) : undefined;
  });
  if (delivery !== undefined) return delivery;
  const own = isId && (await withTenant(context.db, principal.tenantId, (tx) => deliveryExists(tx, deliveryId)));
  throw missingRecord('delivery', isId && !own && (await deliveryExists(context.db, deliveryId)));
}
