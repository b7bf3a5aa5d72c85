import { type Dispatcher, fetch } from 'undici';
import { reason } from '../../../ground/reasons/reasons.ts';
import {
  createDnsResolve,
  createVettedAgent,
  ForbiddenTargetError,
  resolveLikeSystem,
} from '../../../outbound/webhooks/vetted-agent.ts';
import { SourceUnavailable } from '../transport/reply.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const EMPTY_STATUSES = new Set([101, 204, 205, 304]);

/**
 * A `fetch` for addresses that an operator has written down: every connection, those of redirects too, goes to the public internet and over
 * TLS, unless `allowPrivate`. Throws a refused SourceUnavailable for any other.
 */
export function createVettedFetch(
  source: string,
  allowPrivate: boolean,
  agent?: Dispatcher,
): typeof globalThis.fetch {
  const dispatcher =
    agent ??
    createVettedAgent({
      resolve: allowPrivate ? resolveLikeSystem : createDnsResolve(),
      allowPrivate,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    });
  const refuse = (code: 'led_to_private_address' | 'led_to_plain_address', cause?: unknown) =>
    new SourceUnavailable([reason(code, { source }), reason('check_private_network')], {
      refused: true,
      cause,
    });
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const answer = await fetch(url, {
      dispatcher,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.redirect && { redirect: init.redirect }),
      ...(init?.signal && { signal: init.signal }),
    }).catch((error: unknown) => {
      throw isForbidden(error) ? refuse('led_to_private_address', error) : error;
    });
    if (!allowPrivate && !answer.url.startsWith('https:')) {
      await answer.body?.cancel();
      throw refuse('led_to_plain_address');
    }
    const { status, statusText } = answer;
    const headers = Object.fromEntries(answer.headers);
    return new Response(EMPTY_STATUSES.has(status) ? null : answer.body, { status, statusText, headers });
  };
}

function isForbidden(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ForbiddenTargetError) return true;
  }
  return false;
}
