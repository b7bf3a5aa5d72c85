import { type Asked, type Reason, reason } from '../../../ground/reasons/reasons.ts';
import { PayloadFault } from '../payload-fault.ts';
import { type CachedReply, type Reply, type ReplyCache, freshForMs } from './reply-cache.ts';
import type { RequestGate } from './request-gate.ts';
import { pauseAfterMs } from './retry-delay.ts';
import { SourceUnavailable } from './source-unavailable.ts';
import type { SourceLimits, SourceRequest, TransportContext } from './transport.ts';
import { isWebPage } from './web-page.ts';

/** An answer of any status below 500 but 429, or of any that the request accepts; else what was wrong. */
export type Outcome =
  | { reply: Reply }
  | { faultOf: (asked: { source: string; what: Asked }) => Reason; cause?: unknown };

/** Longer answers are none, in bytes. */
export const LONGEST_BODY = 32 * 2 ** 20;

/**
 * Sends a request once, when the gate lets it. Before the gate lets the next one, `judge` sees the answer and throws where it is a refusal;
 * `check` is called just ahead of sending and throws when nothing may be sent any more.
 */
export async function tryOnce(
  request: SourceRequest,
  parts: {
    limits: SourceLimits;
    context: TransportContext;
    cache: ReplyCache;
    gate: RequestGate;
    attempt: number;
    check: () => void;
    judge: (reply: Reply) => void;
  },
): Promise<Outcome> {
  const { limits, context, cache, gate, attempt, check, judge } = parts;
  const key = request.url.href;
  const known = cache.find(key);
  if (known !== undefined && known.freshUntil > context.now()) return { reply: known.reply };
  const exchange = async (): Promise<Outcome> => {
    try {
      const response = await context.fetch(request.url, {
        headers: { 'user-agent': userAgentOf(context), ...request.headers, ...validators(known) },
        // A token must not follow a redirect to another host.
        redirect: request.headers === undefined ? 'follow' : 'manual',
        signal: untilStopped(context, limits.timeoutMs),
      });
      if (response.status === 429 || response.status >= 500) {
        const reply = request.accepts && (await readReply(response, request));
        if (reply !== undefined && request.accepts?.(reply) === true) return { reply };
        const pauseMs = pauseAfterMs(response, { attempt, now: context.now() });
        if (pauseMs > 0) gate.holdFor(pauseMs);
        await response.body?.cancel();
        const { status } = response;
        return { faultOf: (asked) => reason('answered', { ...asked, status }) };
      }
      const freshUntil = context.now() + freshForMs(response.headers.get('cache-control'));
      if (response.status === 304 && known !== undefined) {
        cache.keep(key, { ...known, freshUntil });
        return { reply: known.reply };
      }
      const reply = await readReply(response, request);
      const etag = response.headers.get('etag') ?? undefined;
      const lastModified = response.headers.get('last-modified') ?? undefined;
      const mayKeep = etag !== undefined || lastModified !== undefined || freshUntil > context.now();
      if (response.ok && mayKeep && !isWebPage(reply.text))
        cache.keep(key, { reply, etag, lastModified, freshUntil });
      return { reply };
    } catch (cause) {
      context.stopped?.throwIfAborted();
      if (cause instanceof PayloadFault || cause instanceof SourceUnavailable) throw cause;
      return { faultOf: (asked) => faultOf(cause, { ...asked, ms: limits.timeoutMs }), cause };
    }
  };
  const send = async (): Promise<Outcome> => {
    context.stopped?.throwIfAborted();
    check();
    const outcome = await exchange();
    if ('reply' in outcome) judge(outcome.reply);
    return outcome;
  };
  return gate.pass(send).catch((error: unknown) => {
    // A stop also ends the wait for the gate.
    context.stopped?.throwIfAborted();
    throw error;
  });
}

/** The program, as sources see it. */
export function userAgentOf({ version }: TransportContext): string {
  return `Lonja/${version} (electricity price forecasts)`;
}

export function untilStopped({ stopped }: TransportContext, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]);
}

function validators(known: CachedReply | undefined): Record<string, string> {
  return {
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
}

async function readReply(response: Response, { label, decode }: SourceRequest): Promise<Reply> {
  const bytes = await readBytes(response, label);
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text: response.ok && decode !== undefined ? decode(bytes) : bytes.toString('utf8'),
  };
}

/** The whole body. Throws when it is too long, or shorter than the answer promised. */
async function readBytes(response: Response, what: Asked): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > LONGEST_BODY)
      throw new SourceUnavailable([reason('answer_too_long', { what, bytes: LONGEST_BODY })]);
    chunks.push(chunk);
  }
  // What is packed is counted before it is unpacked.
  const promised = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  if (promised !== null && Number(promised) !== length) {
    throw new Error(`The answer has ${length} bytes and promised ${promised}.`);
  }
  return Buffer.concat(chunks);
}

function faultOf(cause: unknown, { ms, ...asked }: { source: string; what: Asked; ms: number }): Reason {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  return isTimeout ? reason('no_answer_for', { ...asked, ms }) : reason('not_reached', asked);
}
