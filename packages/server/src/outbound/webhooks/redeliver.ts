import { AppError } from '../../ground/errors.ts';
import { queueAgain, queueReplay } from './deliveries.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditEndpoint } from './audit-endpoint.ts';
import { getDelivery } from './list-deliveries.ts';
import type { WebhookContext } from './webhook-context.ts';
import { withEndpoint } from './with-endpoint.ts';

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
    await auditEndpoint(tx, principal, { verb: 'redelivered', endpointId, details, now });
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
  return withEndpoint(context, principal, endpointId, async (tx, { state, lastSuccessAt, updatedAt }) => {
    assertActive(state);
    const hasAnswered = lastSuccessAt !== undefined && lastSuccessAt >= updatedAt;
    const deliveries = await queueReplay(tx, {
      tenantId,
      endpointId,
      ...span,
      most: hasAnswered ? undefined : MOST_TO_STRANGERS,
      now,
    });
    const details = { from: new Date(span.from), to: new Date(span.to), deliveries };
    await auditEndpoint(tx, principal, { verb: 'replayed', endpointId, details, now });
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
