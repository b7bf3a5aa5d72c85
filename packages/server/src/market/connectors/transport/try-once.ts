import { type Asked, type Reason, reason } from '../../../ground/reasons/reasons.ts';
import { PayloadFault } from '../payload-fault.ts';
import {
  type CachedReply,
  type Reply,
  type ReplyCache,
  freshForMs,
  SourceUnavailable,
  isWebPage,
} from './reply.ts';
import type { SourceLimits, SourceRequest, TransportContext } from './transport.ts';
import { HOUR_MS } from '@lonja/forecasting/market';

/** An answer of any status below 500 but 429, or of any that the request accepts; else what was wrong. */
type Outcome =
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

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** After 429 without a pause that can be read: for all requests of the source, twice as long with each try. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;
/** A longer one is a slip: nobody would come back. */
const LONGEST_ASKED_PAUSE_MS = 6 * HOUR_MS;

/**
 * How long to wait before attempt `attempt + 1`: exponential back-off with full jitter, so that clients that failed together do
 * not come back together. `random` is in [0, 1).
 */
export function retryDelayMs(attempt: number, random: number): number {
  return random * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
}

/** What a `Retry-After` header asks for, in ms from `now`; undefined without one that can be read. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const pauseMs = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(pauseMs) ? undefined : Math.min(LONGEST_ASKED_PAUSE_MS, Math.max(0, pauseMs));
}

/**
 * For how long no request may go to a source that answered 429 or 5xx, in ms: what it asks for, counted by its own clock where it sends the
 * time. A source that is asked too often and does not say (or names an instant that has passed) is given a pause all the same.
 */
export function pauseAfterMs(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  { attempt, now }: { attempt: number; now: number },
): number {
  const theirNow = Date.parse(headers.get('date') ?? '');
  const asked = retryAfterMs(headers.get('retry-after'), Number.isNaN(theirNow) ? now : theirNow) ?? 0;
  if (status !== 429 || asked > 0) return asked;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
}

interface GateOptions {
  requestsPerMinute: number;
  parallel: number;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

interface RequestGate {
  /** Runs `work` when the source's limits allow it. */
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Lets no request start for `ms`. */
  holdFor(ms: number): void;
  /** How long no request may start, in ms. */
  heldForMs(): number;
}

/** Keeps requests to one source apart by its rate and lets only so many run at a time, in the order they came. */
export function createRequestGate({ requestsPerMinute, parallel, now, sleep }: GateOptions): RequestGate {
  const spacingMs = 60_000 / requestsPerMinute;
  const waiting: (() => void)[] = [];
  let running = 0;
  let nextStart = Number.NEGATIVE_INFINITY;
  let heldUntil = Number.NEGATIVE_INFINITY;
  const enter = async () => {
    if (running >= parallel) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
  };
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };
  return {
    async pass(work) {
      await enter();
      try {
        const start = Math.max(now(), nextStart, heldUntil);
        nextStart = start + spacingMs;
        const waitMs = start - now();
        if (waitMs > 0) await sleep(waitMs);
        // What was answered meanwhile may have asked for a pause.
        const heldMs = heldUntil > start ? heldUntil - now() : 0;
        if (heldMs > 0) await sleep(heldMs);
        return await work();
      } finally {
        leave();
      }
    },
    holdFor(ms) {
      heldUntil = Math.max(heldUntil, now() + ms);
    },
    heldForMs: () => Math.max(0, heldUntil - now()),
  };
}
