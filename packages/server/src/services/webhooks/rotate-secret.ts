import { findSecret, replaceSecret } from '../../store/webhooks/endpoints.ts';
import type { Principal } from '../identity/principal.ts';
import { auditEndpoint } from './audit-endpoint.ts';
import type { WebhookContext } from './webhook-context.ts';
import { generateWebhookSecret, sealingPurpose } from './webhook-secret.ts';
import { withEndpoint } from './with-endpoint.ts';

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
  const secret = generateWebhookSecret();
  const sealed = context.sealer.seal(secret, sealingPurpose(id));
  const now = context.clock.now();
  return withEndpoint(context, principal, id, async (tx) => {
    const old = await findSecret(tx, id);
    const previous =
      graceS > 0 && old !== undefined ? { secret: old, expiresAt: now + graceS * 1000 } : undefined;
    await replaceSecret(tx, id, { secret: sealed, previous, now });
    await auditEndpoint(tx, principal, {
      verb: 'secret_rotated',
      endpointId: id,
      details: { grace_seconds: graceS },
      now,
    });
    return { secret, previousExpiresAt: previous?.expiresAt };
  });
}
