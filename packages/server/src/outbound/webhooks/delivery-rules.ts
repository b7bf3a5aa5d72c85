import { AppError } from '../../ground/errors.ts';
import { assertOwnRecord } from '../../people/access/assert-own-record.ts';
import { auditChange, type Principal } from '../../people/access/principal.ts';
import {
  type Attempt,
  type DeliveryFilter,
  findDelivery,
  listDeliveries,
  queueAgain,
  queuePing,
  queueReplay,
  type WebhookDelivery,
} from './deliveries.ts';
import { withEndpoint } from './rules.ts';
import type { WebhookContext } from './webhook-context.ts';

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
): Promise<WebhookDelivery & { attempt_log: Attempt[] }> {
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

/** Events of a replay for an endpoint of which nothing is known. */
const MOST_TO_STRANGERS = 100;

/** Sends one delivery again now, under its id, whatever became of it. */
export async function redeliver(
  context: WebhookContext,
  principal: Principal,
  ids: { endpointId: string; deliveryId: string },
): Promise<void> {
  const { event } = await getDelivery(context, principal, ids);
  const { endpointId, deliveryId } = ids;
  const now = context.clock.now();
  await withEndpoint(context, principal, endpointId, async (tx, { state }) => {
    if (event !== 'ping') assertActive(state);
    await queueAgain(tx, deliveryId, now);
    const details = { delivery_id: deliveryId };
    await auditChange(tx, principal, 'webhook.redelivered', { id: endpointId, details, now });
  });
}

/**
 * Sends the events of a span of time, at most as old as events are kept, again. Gives how many deliveries were queued. An endpoint
 * that has answered nothing since it was made or changed may be somebody's who never wanted them, and is sent the newest few alone.
 */
export async function replayEvents(
  context: WebhookContext,
  principal: Principal,
  endpointId: string,
  span: { from: number; to: number },
): Promise<number> {
  const { tenantId } = principal;
  const now = context.clock.now();
  return withEndpoint(context, principal, endpointId, async (tx, { state, last_success_at, updated_at }) => {
    assertActive(state);
    const hasAnswered = last_success_at !== null && last_success_at >= updated_at;
    const deliveries = await queueReplay(tx, {
      tenantId,
      endpointId,
      ...span,
      most: hasAnswered ? undefined : MOST_TO_STRANGERS,
      now,
    });
    const details = { from: new Date(span.from), to: new Date(span.to), deliveries };
    await auditChange(tx, principal, 'webhook.replayed', { id: endpointId, details, now });
    return deliveries;
  });
}

function assertActive(state: 'active' | 'disabled'): void {
  if (state === 'active') return;
  throw new AppError(
    'conflict',
    'The endpoint is disabled; activate it first with PATCH and {"state": "active"}.',
  );
}

/** Queues a `ping` to an endpoint, a disabled one too, and gives the delivery's id. */
export async function sendTest(context: WebhookContext, principal: Principal, id: string): Promise<string> {
  const { tenantId } = principal;
  const now = context.clock.now();
  return withEndpoint(context, principal, id, async (tx, { name }) => {
    await auditChange(tx, principal, 'webhook.tested', { id, now });
    return queuePing(tx, { tenantId, endpointId: id, data: { endpoint_id: id, name }, now });
  });
}
