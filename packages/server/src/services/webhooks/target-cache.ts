import { type KeyObject, createSecretKey } from 'node:crypto';
import { type ClaimedDelivery, type StoredTarget, readTargets } from '../../store/webhooks/delivery-queue.ts';
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

const KEPT_TARGETS = 20_000;

/** Targets of the endpoints that were sent to last. */
export interface TargetCache {
  /** Learns the targets of deliveries that it does not know, or not as they are now. */
  load(deliveries: ClaimedDelivery[]): Promise<void>;
  /** Undefined when the endpoint is gone. */
  find(endpointId: string): Target | undefined;
}

/**
 * Makes targets of endpoints and keeps them: reading, parsing an address and opening a secret cost more than signing with it.
 */
export function createTargetCache(
  context: Pick<DeliveryContext, 'db' | 'clock' | 'sealer' | 'logger' | 'allowPrivateTargets'>,
): TargetCache {
  const kept = new Map<string, { version: string; target: Target }>();
  return {
    find: (endpointId) => kept.get(endpointId)?.target,
    async load(deliveries) {
      const unknown = new Set<string>();
      for (const { endpointId, targetVersion } of deliveries) {
        if (kept.get(endpointId)?.version !== targetVersion) unknown.add(endpointId);
      }
      if (unknown.size === 0) return;
      const stored = await readTargets(context.db, [...unknown], context.clock.now());
      for (const id of unknown) kept.delete(id);
      for (const [id, target] of stored) {
        kept.set(id, { version: target.version, target: makeTarget(context, id, target) });
      }
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_TARGETS) break;
        kept.delete(oldest);
      }
    },
  };
}

function makeTarget(
  { sealer, logger, allowPrivateTargets }: Pick<DeliveryContext, 'sealer' | 'logger' | 'allowPrivateTargets'>,
  endpointId: string,
  { url, secret, previousSecret }: StoredTarget,
): Target {
  const fault = targetUrlFault(url, { allowPrivate: allowPrivateTargets });
  if (fault !== undefined) return { fault };
  const open = (sealed: Buffer) => createSecretKey(sealer.open(sealed, sealingPurpose(endpointId)), 'utf8');
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
