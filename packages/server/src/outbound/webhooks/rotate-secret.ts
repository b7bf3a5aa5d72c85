import { AppError } from '../../ground/errors.ts';
import { lockSecret, replaceSecret } from './endpoints.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import type { Principal } from '../../people/access/principal.ts';
import { auditEndpoint } from './audit-endpoint.ts';
import type { WebhookContext } from './webhook-context.ts';
import { generateWebhookSecret, sealingPurpose } from './webhook-secret.ts';
import { withEndpoint } from './with-endpoint.ts';

/**
 * Gives an endpoint a new secret, shown here and never again. For `graceS` seconds deliveries are signed with the old one as
 * well, so that the receiver can change over without losing any. At most two secrets sign: while an older one still does, the
 * rotation is refused, unless `graceS` is 0, which ends every earlier secret at once.
 */
export async function rotateSecret(
  context: WebhookContext,
  principal: Principal,
  id: string,
  graceS: number | undefined,
): Promise<{ secret: string; previousExpiresAt: number | undefined }> {
  const secret = generateWebhookSecret();
  const sealed = context.sealer.seal(secret, sealingPurpose(id));
  const now = context.clock.now();
  return withEndpoint(context, principal, id, async (tx) => {
    const old = await lockSecret(tx, id);
    const until = old?.previousExpiresAt ?? 0;
    if (graceS !== 0 && until > now) throw stillSigns(until);
    const previous =
      graceS !== undefined && graceS > 0 && old !== undefined
        ? { secret: old.secret, expiresAt: now + graceS * 1000 }
        : undefined;
    await replaceSecret(tx, id, { secret: sealed, previous, now });
    await auditEndpoint(tx, principal, {
      verb: 'secret_rotated',
      endpointId: id,
      details: { grace_seconds: graceS ?? 0 },
      now,
    });
    return { secret, previousExpiresAt: previous?.expiresAt };
  });
}

function stillSigns(until: number): AppError {
  return new AppError(
    'conflict',
    `The previous secret signs until ${formatInstant(until)}. Rotate again after that, or send grace_seconds 0 to end ` +
      'every earlier secret now.',
  );
}
