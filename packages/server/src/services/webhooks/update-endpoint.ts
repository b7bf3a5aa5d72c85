import { withTenant } from '../../store/database.ts';
import type { EventType } from '../../store/webhook-schema.ts';
import { type WebhookEndpoint, changeEndpoint, disableEndpoint } from '../../store/webhooks/endpoints.ts';
import type { Principal } from '../identity/principal.ts';
import { checkTarget } from './check-target.ts';
import { assertWebhookAdmin, getEndpointOf } from './endpoint-access.ts';
import type { WebhookContext } from './webhook-context.ts';

const DISABLED_BY_ADMIN = 'Disabled by an admin.';

/** Changes an endpoint; what is absent stays as it is. Disabling fails what waits, activating starts afresh. */
export async function updateEndpoint(
  context: WebhookContext,
  principal: Principal,
  id: string,
  change: {
    name?: string | undefined;
    url?: string | undefined;
    events?: EventType[] | undefined;
    state?: 'active' | 'disabled' | undefined;
  },
): Promise<WebhookEndpoint> {
  assertWebhookAdmin(principal);
  const { db, clock } = context;
  await withTenant(db, principal.tenantId, (tx) => getEndpointOf(context, tx, id));
  if (change.url !== undefined) await checkTarget(context, change.url);
  return withTenant(db, principal.tenantId, async (tx) => {
    const now = clock.now();
    const { state, ...fields } = change;
    await changeEndpoint(tx, id, { ...fields, state: state === 'active' ? state : undefined }, now);
    if (state === 'disabled') await disableEndpoint(tx, id, { reason: DISABLED_BY_ADMIN, now });
    return getEndpointOf(context, tx, id);
  });
}
