import { AppError } from '../../ground/errors.ts';
import {
  type Attempt,
  type DeliveryFilter,
  type WebhookDelivery,
  findDelivery,
  listDeliveries,
} from './deliveries.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { WebhookContext } from './webhook-context.ts';
import { withEndpoint } from './with-endpoint.ts';

/** A page of an endpoint's delivery log, the newest first. */
export async function listDeliveriesOf(
  context: WebhookContext,
  principal: Principal,
  filter: DeliveryFilter,
  page: { limit: number; offset: number },
): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
  return withEndpoint(context, principal, filter.endpointId, (tx) => listDeliveries(tx, filter, page));
}

/** One delivery with its attempts. */
export async function getDelivery(
  context: WebhookContext,
  principal: Principal,
  ids: { endpointId: string; deliveryId: string },
): Promise<WebhookDelivery & { attemptLog: Attempt[] }> {
  const { endpointId, deliveryId } = ids;
  await assertOwnRecord(context.db, principal, {
    table: 'webhook_endpoint',
    id: endpointId,
    noun: 'webhook endpoint',
  });
  await assertOwnRecord(context.db, principal, {
    table: 'webhook_delivery',
    id: deliveryId,
    noun: 'delivery',
  });
  const delivery = await withEndpoint(context, principal, endpointId, (tx) =>
    findDelivery(tx, endpointId, deliveryId),
  );
  if (delivery === undefined) {
    throw new AppError('not_found', 'This endpoint has no delivery with this id; another endpoint has it.');
  }
  return delivery;
}
