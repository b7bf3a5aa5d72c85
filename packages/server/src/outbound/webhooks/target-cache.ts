import { type KeyObject, createSecretKey } from 'node:crypto';
import { hasSealingKey } from '../../ground/secrets/secret-fingerprints.ts';
import { type Reasons, reason } from '../../ground/reasons/reasons.ts';
import { type ClaimedDelivery, type StoredTarget, readTargets } from './delivery-queue.ts';
import { targetUrlFault } from './target-url.ts';
import type { DeliveryContext } from './webhook-context.ts';
import type { WantedPoints } from '../events/event-body.ts';
import { sealingPurpose } from './sign.ts';

/** What sending to an endpoint takes: which points it wants, its address in two parts and the keys that sign, or why nothing can be sent. */
export type Target = {
  wanted: WantedPoints;
} & ({ fault: Reasons } | { fault: undefined; origin: string; path: string; keys: SigningKey[] });

export interface SigningKey {
  key: KeyObject;
  /** Epoch ms; undefined for the secret that stays. */
  expiresAt: number | undefined;
}

const KEPT_TARGETS = 20_000;

/** Gives the targets of deliveries, in their order; undefined where the endpoint is gone. */
export type FindTargets = (deliveries: ClaimedDelivery[]) => Promise<(Target | undefined)[]>;

/**
 * Makes targets of endpoints and keeps those made last: reading, parsing an address and opening a secret cost more than signing with
 * it. One whose address, secrets, quantiles or resolution have changed since is made anew.
 */
export function createTargetCache(
  context: Pick<DeliveryContext, 'db' | 'clock' | 'sealer' | 'logger' | 'allowPrivateTargets'>,
): FindTargets {
  const kept = new Map<string, { version: string; target: Target }>();
  const find = ({ endpointId, targetVersion }: ClaimedDelivery) => {
    const known = kept.get(endpointId);
    return known?.version === targetVersion ? known.target : undefined;
  };
  const learn = async (endpointIds: Set<string>) => {
    const stored = await readTargets(context.db, [...endpointIds], context.clock.now());
    for (const id of endpointIds) kept.delete(id);
    const areClosed = [...stored.values()].some(({ secret }) => !context.sealer.hasKeyOf(secret));
    // Sealed anew since the claim, with a key that this process lacks: left to those that have it.
    if (areClosed && !(await hasSealingKey(context.db, context.sealer.fingerprints))) return;
    for (const [id, target] of stored) {
      kept.set(id, { version: target.version, target: makeTarget(context, id, target) });
    }
  };
  return async (deliveries) => {
    const targets = deliveries.map(find);
    const unknown = new Set(
      deliveries.flatMap(({ endpointId }, i) => (targets[i] === undefined ? [endpointId] : [])),
    );
    if (unknown.size === 0) return targets;
    await learn(unknown);
    // What is there now counts, though it may have changed again since the claim.
    const learnt = targets.map((target, i) => target ?? kept.get(deliveries[i].endpointId)?.target);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_TARGETS) break;
      kept.delete(oldest);
    }
    return learnt;
  };
}

function makeTarget(
  { sealer, logger, allowPrivateTargets }: Pick<DeliveryContext, 'sealer' | 'logger' | 'allowPrivateTargets'>,
  endpointId: string,
  { url, quantiles, resolution, secret, previousSecret }: StoredTarget,
): Target {
  const wanted = { quantiles, resolution };
  const fault = targetUrlFault(url, { allowPrivate: allowPrivateTargets });
  if (fault !== undefined) return { wanted, fault: [fault] };
  const open = (sealed: Buffer) => createSecretKey(sealer.open(sealed, sealingPurpose(endpointId)), 'utf8');
  try {
    const keys: SigningKey[] = [{ key: open(secret), expiresAt: undefined }];
    if (previousSecret !== undefined) {
      keys.push({ key: open(previousSecret.secret), expiresAt: previousSecret.expiresAt });
    }
    const { origin, pathname, search } = new URL(url);
    return { wanted, fault, origin, path: `${pathname}${search}`, keys };
  } catch (error) {
    // The key that sealed them is lost: this process has the one of the database.
    logger.error({ endpointId, error }, 'the secret of a webhook endpoint cannot be opened');
    return { wanted, fault: [reason('secret_unreadable')] };
  }
}
