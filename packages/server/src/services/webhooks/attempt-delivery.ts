import type { Dispatcher } from 'undici';
import type { ClaimedDelivery } from '../../store/webhooks/delivery-queue.ts';
import type { AttemptResult } from '../../store/webhooks/record-attempts.ts';
import { type AttemptOutcome, postSigned } from '../../webhooks/post-signed.ts';
import { parseRetryAfterMs, retryDelayMs } from '../../webhooks/retry-schedule.ts';
import { signatureHeader } from '../../webhooks/sign.ts';
import { targetUrlFault } from '../../webhooks/target-url.ts';
import { GONE_REASON } from './disabling-reasons.ts';
import type { DeliveryContext } from './webhook-context.ts';
import { sealingPurpose } from './webhook-secret.ts';

const GONE = 410;

/** Signs and sends one delivery, and says what follows from the answer. */
export async function attemptDelivery(
  context: Pick<DeliveryContext, 'clock' | 'wallClock' | 'sealer' | 'logger' | 'allowPrivateTargets'>,
  agent: Dispatcher,
  { delivery, body, timeoutMs }: { delivery: ClaimedDelivery; body: Uint8Array; timeoutMs: number },
): Promise<AttemptResult> {
  const { clock, wallClock } = context;
  const startedAt = clock.now();
  const secrets = findSecrets(context, delivery, startedAt);
  const urlFault = targetUrlFault(delivery.url, { allowPrivate: context.allowPrivateTargets });
  const outcome =
    secrets === undefined || urlFault !== undefined
      ? unsent(urlFault ?? 'The service cannot read the secret of this endpoint; rotate it.')
      : await postSigned(agent, {
          url: delivery.url,
          body,
          timeoutMs,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Lonja-Webhooks/1',
            'svc-webhook-id': delivery.id,
            'svc-webhook-event': delivery.event,
            'svc-webhook-signature': signatureHeader({
              secrets,
              body,
              unixSeconds: Math.floor(wallClock.now() / 1000),
            }),
          },
        });
  return {
    ticket: delivery.ticket,
    id: delivery.id,
    endpointId: delivery.endpointId,
    at: clock.now(),
    ...consequenceOf(delivery, outcome, clock.now()),
    attempt: {
      at: new Date(startedAt).toISOString(),
      status: outcome.status,
      duration_ms: outcome.durationMs,
      error: outcome.error,
      response_excerpt: outcome.responseExcerpt,
    },
  };
}

function unsent(error: string): AttemptOutcome {
  return { status: null, durationMs: 0, error, responseExcerpt: null, retryAfter: undefined };
}

/** The secret, and within a grace period the one before; undefined when the key that sealed them is gone. */
function findSecrets(
  { sealer, logger }: Pick<DeliveryContext, 'sealer' | 'logger'>,
  { endpointId, secret, previousSecret }: ClaimedDelivery,
  now: number,
): string[] | undefined {
  try {
    const purpose = sealingPurpose(endpointId);
    const secrets = [sealer.open(secret, purpose)];
    if (previousSecret !== undefined && previousSecret.expiresAt > now) {
      secrets.push(sealer.open(previousSecret.secret, purpose));
    }
    return secrets;
  } catch (error) {
    logger.error({ endpointId, error }, 'the secret of a webhook endpoint cannot be opened');
    return undefined;
  }
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
