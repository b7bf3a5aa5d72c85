import { type KeyObject, createSecretKey } from 'node:crypto';
import type { ClaimedDelivery } from '../../store/webhooks/delivery-queue.ts';
import { targetUrlFault } from '../../webhooks/target-url.ts';
import type { DeliveryContext } from './webhook-context.ts';
import { sealingPurpose } from './webhook-secret.ts';

/** What sending to an endpoint takes: its address in two parts and the keys that sign, or why nothing can be sent. */
export type Target =
  | { fault: string }
  | { fault: undefined; origin: string; path: string; keys: SigningKey[] };

interface SigningKey {
  key: KeyObject;
  /** Epoch ms; undefined for the secret that stays. */
  expiresAt: number | undefined;
}

type Endpoint = Pick<ClaimedDelivery, 'endpointId' | 'url' | 'secret' | 'previousSecret'>;

const KEPT_TARGETS = 20_000;

/**
 * Makes targets of endpoints and keeps those used last: parsing an address and opening a secret cost as much as signing with it. One
 * whose address or secrets have changed since is made anew.
 */
export function createTargetCache(
  context: Pick<DeliveryContext, 'sealer' | 'logger' | 'allowPrivateTargets'>,
): (endpoint: Endpoint) => Target {
  const kept = new Map<string, { made: string; target: Target }>();
  return (endpoint) => {
    const { endpointId: id, url, secret, previousSecret } = endpoint;
    const made = `${secret} ${previousSecret?.secret} ${previousSecret?.expiresAt} ${url}`;
    const known = kept.get(id);
    if (known?.made === made) return known.target;
    const target = makeTarget(context, endpoint);
    kept.delete(id);
    if (target.fault === undefined) kept.set(id, { made, target });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_TARGETS) break;
      kept.delete(oldest);
    }
    return target;
  };
}

function makeTarget(
  { sealer, logger, allowPrivateTargets }: Pick<DeliveryContext, 'sealer' | 'logger' | 'allowPrivateTargets'>,
  { endpointId, url, secret, previousSecret }: Endpoint,
): Target {
  const fault = targetUrlFault(url, { allowPrivate: allowPrivateTargets });
  if (fault !== undefined) return { fault };
  const open = (sealed: string) =>
    createSecretKey(sealer.open(Buffer.from(sealed, 'hex'), sealingPurpose(endpointId)), 'utf8');
  try {
    const keys: SigningKey[] = [{ key: open(secret), expiresAt: undefined }];
    if (previousSecret !== undefined) {
      keys.push({ key: open(previousSecret.secret), expiresAt: previousSecret.expiresAt });
    }
    const { origin, pathname, search } = new URL(url);
    return { fault, origin, path: `${pathname}${search}`, keys };
  } catch (error) {
    // The key that sealed them is gone.
    logger.error({ endpointId, error }, 'the secret of a webhook endpoint cannot be opened');
    return { fault: 'The service cannot read the secret of this endpoint; rotate it.' };
  }
}
