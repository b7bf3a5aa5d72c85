import { withTenant } from '../../store/database.ts';
import { findSecret, replaceSecret } from '../../store/webhooks/endpoints.ts';
import type { Principal } from '../identity/principal.ts';
import { assertWebhookAdmin, getEndpointOf } from './endpoint-access.ts';
import type { WebhookContext } from './webhook-context.ts';
import { generateWebhookSecret } from './webhook-secret.ts';

/**
 * Gives an endpoint a new secret, shown here and never again. For `graceS` seconds deliveries are signed with the old one as
 * well, so that the receiver can change over without losing any.
 */
export async function rotateSecret(
  context: WebhookContext,
  principal: Principal,
  id: string,
  graceS: number,
): Promise<{ secret: string; previousExpiresAt: number | undefined }> {
  assertWebhookAdmin(principal);
  const secret = generateWebhookSecret();
  return withTenant(context.db, principal.tenantId, async (tx) => {
    await getEndpointOf(context, tx, id);
    const old = await findSecret(tx, id);
    const now = context.clock.now();
    const previous =
      graceS > 0 && old !== undefined ? { secret: old, expiresAt: now + graceS * 1000 } : undefined;
    await replaceSecret(tx, id, { secret: context.sealer.seal(secret, id), previous, now });
    return { secret, previousExpiresAt: previous?.expiresAt };
  });
}
