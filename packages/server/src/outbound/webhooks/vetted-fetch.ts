import { request } from 'undici';
import { readBounded } from '../../ground/http/read-bounded.ts';
import { sentenceOf } from '../../ground/reasons/reasons.ts';
import { createVettedAgent, ForbiddenTargetError, type Resolve, resolveLikeSystem } from './vetted-agent.ts';
import { targetUrlFault } from './target-url.ts';

/** A request to an address that a tenant chose, and its answer as a whole. */
export type VettedFetch = (
  url: string,
  options: {
    method: string;
    headers: Record<string, string>;
    body?: string | Uint8Array | undefined;
  },
) => Promise<Response>;

/** Statuses whose answers have no body. */
const EMPTY = new Set([204, 205, 304]);

/**
 * Asks addresses of the public internet, over https, and those of the named origins, or all with `allowPrivate`, wherever they are. Redirects are not followed, an
 * answer comes as a whole within `timeoutMs` or is given up, and so is one of more than `maxBytes`.
 */
export function createVettedFetch(options: {
  resolve: Resolve;
  privateOrigins: readonly string[];
  allowPrivate?: boolean;
  timeoutMs: number;
  maxBytes: number;
}): { fetch: VettedFetch; close(): Promise<void> } {
  const { resolve, privateOrigins, allowPrivate = false, timeoutMs, maxBytes } = options;
  const connectTimeoutMs = timeoutMs;
  const ofInternet = createVettedAgent({ resolve, allowPrivate: false, connectTimeoutMs });
  const ofNamed = createVettedAgent({ resolve: resolveLikeSystem, allowPrivate: true, connectTimeoutMs });
  return {
    async fetch(url, { method, headers, body }) {
      const isNamed = allowPrivate || privateOrigins.includes(URL.parse(url)?.origin ?? '');
      const fault = targetUrlFault(url, { allowPrivate: isNamed });
      if (fault !== undefined) throw new ForbiddenTargetError(sentenceOf([fault]));
      const answer = await request(url, {
        dispatcher: isNamed ? ofNamed : ofInternet,
        method,
        headers,
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = await readBounded(answer.body, maxBytes);
      const { statusCode: status } = answer;
      const { 'content-type': contentType, 'retry-after': retryAfter } = answer.headers;
      return new Response(EMPTY.has(status) ? null : bytes, {
        status,
        headers: {
          ...(typeof contentType === 'string' && { 'content-type': contentType }),
          ...(typeof retryAfter === 'string' && { 'retry-after': retryAfter }),
        },
      });
    },
    close: async () => void (await Promise.all([ofInternet.close(), ofNamed.close()])),
  };
}
