import type { EventType } from '../../ground/database/webhook-schema.ts';
import { type WebhookEndpoint, changeEndpoint, disableEndpoint, findEndpoint } from './endpoints.ts';
import { reason } from '../../ground/reasons/reasons.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditEndpoint } from './audit-endpoint.ts';
import { checkTarget } from './check-target.ts';
import type { WebhookContext } from './webhook-context.ts';
import { withEndpoint } from './with-endpoint.ts';

const DISABLED_BY_ADMIN = [reason('disabled_by_admin')];

/** Changes an endpoint; what is absent stays as it is. Disabling fails what waits, activating starts afresh. */
export async function updateEndpoint(
  context: WebhookContext,
  principal: Principal,
  id: string,
  wanted: {
    name?: string | undefined;
    url?: string | undefined;
    events?: EventType[] | undefined;
    marketIds?: string[] | undefined;
    quantiles?: number[] | undefined;
    resolution?: 'PT1H' | 'PT15M' | undefined;
    state?: 'active' | 'disabled' | undefined;
  },
): Promise<WebhookEndpoint> {
  // Ownership comes first, so that the answer about a target says nothing of endpoints that are not the caller's.
  const before = await withEndpoint(context, principal, id, async (_tx, endpoint) => endpoint);
  const change = {
    ...wanted,
    ...(wanted.url !== undefined && { url: await checkTarget(context, wanted.url) }),
  };
  const now = context.clock.now();
  return withEndpoint(context, principal, id, async (tx) => {
    const { state, ...fields } = change;
    await changeEndpoint(tx, id, { ...fields, state: state === 'active' ? state : undefined }, now);
    if (state === 'disabled') await disableEndpoint(tx, id, { reason: DISABLED_BY_ADMIN, now });
    await auditEndpoint(tx, principal, { verb: 'changed', endpointId: id, details: { ...change }, now });
    return (await findEndpoint(tx, id)) ?? before;
  });
}
