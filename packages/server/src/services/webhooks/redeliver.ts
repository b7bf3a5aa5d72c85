import { AppError } from '../../errors.ts';
import { withTenant } from '../../store/database.ts';
import { queueAgain, queueReplay } from '../../store/webhooks/deliveries.ts';
import type { Principal } from '../identity/principal.ts';
import { assertWebhookAdmin, getEndpointOf } from './endpoint-access.ts';
import { getDelivery } from './list-deliveries.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Sends one delivery again now, under its id, whatever became of it. */
export async function redeliver(
  context: WebhookContext,
  principal: Principal,
  ids: { endpointId: string; deliveryId: string },
): Promise<void> {
  const delivery = await getDelivery(context, principal, ids);
  await withTenant(context.db, principal.tenantId, async (tx) => {
    const endpoint = await getEndpointOf(context, tx, ids.endpointId);
    if (delivery.event !== 'ping') assertActive(endpoint.state);
    await queueAgain(tx, ids.deliveryId, context.clock.now());
  });
}

/** Sends the events of a span of time, at most as old as events are kept, again. Gives how many deliveries were queued. */
export async function replayEvents(
  context: WebhookContext,
  principal: Principal,
  endpointId: string,
  span: { from: number; to: number },
): Promise<number> {
  assertWebhookAdmin(principal);
  const { tenantId } = principal;
  return withTenant(context.db, tenantId, async (tx) => {
    assertActive((await getEndpointOf(context, tx, endpointId)).state);
    return queueReplay(tx, { tenantId, endpointId, ...span, now: context.clock.now() });
  });
}

function assertActive(state: 'active' | 'disabled'): void {
  if (state === 'active') return;
  throw new AppError(
    'conflict',
    'The endpoint is disabled; activate it first with PATCH and {"state": "active"}.',
  );
}
