import type { KeyObject } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { reason, type Reasons } from '../../ground/reasons/reasons.ts';
import type { ClaimedDelivery, EventContent } from './delivery-queue.ts';
import { type AttemptOutcome, postSigned } from './post-signed.ts';
import type { AttemptResult } from './record-attempts.ts';
import { parseRetryAfterMs, retryDelayMs } from './retry-schedule.ts';
import { signatureHeader } from './sign.ts';
import type { SigningKey, Target } from './target-cache.ts';
import type { DeliveryContext } from './webhook-context.ts';

const GONE = 410;
const GONE_REASON = [reason('endpoint_gone')];

/** Signs and sends one delivery, and says what follows from the answer. */
export async function attemptDelivery(
  { clock, wallClock }: Pick<DeliveryContext, 'clock' | 'wallClock'>,
  agent: Dispatcher,
  attempt: {
    delivery: ClaimedDelivery;
    target: Target;
    content: EventContent;
    timeoutMs: number;
    /** Called when the receiver turns out to be slow. */
    onSlow: () => void;
  },
): Promise<AttemptResult> {
  const { delivery, target, timeoutMs, onSlow } = attempt;
  const { type, body } = attempt.content;
  const startedAt = clock.now();
  const outcome =
    target.fault !== undefined
      ? unsent(target.fault)
      : await postSigned(agent, {
          origin: target.origin,
          path: target.path,
          body,
          timeoutMs,
          onSlow,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Lonja-Webhooks/1',
            'svc-webhook-id': delivery.id,
            'svc-webhook-event': type,
            'svc-webhook-signature': signatureHeader({
              keys: signingKeys(target.keys, startedAt),
              body,
              unixSeconds: Math.floor(wallClock.now() / 1000),
            }),
          },
        });
  const endedAt = clock.now();
  const { state, nextAttemptAt, disable } = consequenceOf(delivery, outcome, endedAt);
  const { ticket, id, endpointId } = delivery;
  return { ticket, id, endpointId, startedAt, endedAt, state, nextAttemptAt, disable, outcome };
}

/** Within a grace period the secret before signs as well. */
function signingKeys(keys: SigningKey[], now: number): KeyObject[] {
  return keys.flatMap(({ key, expiresAt }) => (expiresAt === undefined || expiresAt > now ? [key] : []));
}

function unsent(error: Reasons): AttemptOutcome {
  return { status: null, durationMs: 0, error, responseExcerpt: null, retryAfter: undefined };
}

function consequenceOf(
  delivery: ClaimedDelivery,
  outcome: AttemptOutcome,
  now: number,
): Pick<AttemptResult, 'state' | 'nextAttemptAt' | 'disable'> {
  const failed = { state: 'failed' as const, nextAttemptAt: undefined, disable: undefined };
  if (outcome.error === null) return { ...failed, state: 'succeeded' };
  if (outcome.status === GONE) return { ...failed, disable: GONE_REASON };
  const delayMs = retryDelayMs(delivery.step + 1, {
    retryAfterMs: parseRetryAfterMs(outcome.retryAfter, now),
    random: Math.random(),
  });
  return delayMs === undefined ? failed : { ...failed, state: 'pending', nextAttemptAt: now + delayMs };
}
