import { AppError } from '../../ground/errors.ts';
import { type Reason, reason, sentenceOf } from '../../ground/reasons/reasons.ts';
import { hostOf, sentForm, targetUrlFault } from './target-url.ts';
import { ForbiddenTargetError, vetHost } from './vetted-agent.ts';
import type { WebhookContext } from './webhook-context.ts';

const RESOLVE_TIMEOUT_MS = 2000;

/**
 * The form of a URL that webhooks are sent to. Refuses one that they must not be sent to, with 422. A name that does not resolve now is
 * accepted: it is looked up and checked again at every connection.
 */
export async function checkTarget(
  { resolve, allowPrivateTargets: allowPrivate }: Pick<WebhookContext, 'resolve' | 'allowPrivateTargets'>,
  url: string,
): Promise<string> {
  const fault = targetUrlFault(url, { allowPrivate }) ?? (await addressFault(url, resolve, allowPrivate));
  if (fault === undefined) return sentForm(new URL(url));
  const msg = sentenceOf([fault]);
  throw new AppError('validation_error', msg, {
    faults: [{ loc: ['body', 'url'], msg, type: 'forbidden_target' }],
  });
}

async function addressFault(
  url: string,
  resolve: WebhookContext['resolve'],
  allowPrivate: boolean,
): Promise<Reason | undefined> {
  if (allowPrivate) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The name did not resolve in time.')), RESOLVE_TIMEOUT_MS);
  });
  try {
    await Promise.race([vetHost(hostOf(new URL(url)), resolve, allowPrivate), late]);
    return undefined;
  } catch (error) {
    return error instanceof ForbiddenTargetError ? reason('resolves_to_private') : undefined;
  } finally {
    clearTimeout(timer);
  }
}
