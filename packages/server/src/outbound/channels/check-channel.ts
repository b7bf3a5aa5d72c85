import type { Locale } from '../../ground/config/locale.ts';
import { fieldFault } from '../../ground/errors.ts';
import { describeFault } from '../notifications/channel-fault.ts';
import { checkTarget } from '../webhooks/check-target.ts';
import type { ChannelContext } from './channel-context.ts';
import type { ChannelTarget } from './channel-target.ts';
import { testMessage } from './compose-message.ts';
import { type PostOutcome, postMessage } from './post-message.ts';

/** Who reads a test, and where its link leads. */
export interface TestReader {
  name: string;
  locale: Locale;
  publicUrl: string;
}

/** Sends a test message, and gives what became of it. */
export function tryChannel(
  { fetchChannel, clock }: ChannelContext,
  target: ChannelTarget,
  { name, locale, publicUrl }: TestReader,
): Promise<PostOutcome> {
  return postMessage(fetchChannel, target, testMessage(locale, name, publicUrl), clock.now());
}

/**
 * The target with its address in the form in which it is sent, once a test message has arrived there. Throws 422 with the field at fault
 * and what to do.
 */
export async function checkChannel(
  context: ChannelContext,
  target: ChannelTarget,
  reader: TestReader,
): Promise<ChannelTarget> {
  const sent = await checkTarget(context, target.url);
  const checked = { ...target, url: target.kind === 'telegram' ? sent.replace(/\/+$/, '') : sent };
  const outcome = await tryChannel(context, checked, reader);
  if (outcome.fault !== undefined) {
    throw fieldFault(outcome.field, describeFault(reader.locale, outcome.fault));
  }
  return checked;
}
