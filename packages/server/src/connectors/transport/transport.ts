import {
  type CachedReply,
  type Reply,
  type ReplyCache,
  createReplyCache,
  freshForMs,
} from './reply-cache.ts';
import { type RequestGate, createRequestGate } from './request-gate.ts';
import { retryAfterMs, retryDelayMs } from './retry-delay.ts';
import { SourceUnavailable } from './source-unavailable.ts';

/** How a source may be asked. */
export interface SourceLimits {
  requestsPerMinute: number;
  parallel: number;
  /** From the first byte sent to the last one received. */
  timeoutMs: number;
  /** Tries of one request in all. */
  attempts: number;
}

/** What the transport needs of its surroundings; tests answer from fixtures and do not wait. */
export interface TransportContext {
  fetch: typeof globalThis.fetch;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  random: () => number;
  /** Aborted when nothing may be asked any more: what is under way then throws its reason. */
  stopped?: AbortSignal;
}

export interface SourceRequest {
  url: URL;
  /** What is asked for, as errors and logs name it; the address may hold a token and is never told. */
  label: string;
  headers?: Record<string, string>;
}

/** Gives a source's answers, whatever their status below 500 but 429. */
export interface Transport {
  get(request: SourceRequest): Promise<Reply>;
  /** Whether an address answers within a few seconds, whatever it says. */
  reaches(baseUrl: string): Promise<boolean>;
}

const REACH_TIMEOUT_MS = 3_000;
const MAX_BODY_BYTES = 32 * 2 ** 20;
/** A source that asks for a longer pause fails its requests until then instead of holding them. */
const LONGEST_HOLD_MS = 60_000;

/**
 * Asks one source over HTTP within its limits: a time-out for each try, further tries with back-off and jitter after network
 * faults, 429 and 5xx (`Retry-After` is honoured), answers kept and asked for again by their validators. Throws
 * SourceUnavailable when no try gave an answer.
 */
export function createTransport(source: string, limits: SourceLimits, context: TransportContext): Transport {
  const gate = createRequestGate({ ...limits, now: context.now, sleep: context.sleep });
  const cache = createReplyCache();
  return {
    async get(request) {
      for (let attempt = 1; ; attempt++) {
        const heldMs = gate.heldForMs();
        if (heldMs > LONGEST_HOLD_MS) {
          throw new SourceUnavailable(
            `${source} asked for a pause of ${Math.ceil(heldMs / 1000)} s more; ${request.label} was not asked for.`,
          );
        }
        const outcome = await tryOnce(request, { limits, context, cache, gate });
        if ('reply' in outcome) return outcome.reply;
        if (attempt >= limits.attempts) {
          throw new SourceUnavailable(`${source} ${outcome.fault} for ${request.label}.`, {
            cause: outcome.cause,
          });
        }
        await context.sleep(retryDelayMs(attempt, context.random()));
      }
    },
    async reaches(baseUrl) {
      try {
        const signal = untilStopped(context, REACH_TIMEOUT_MS);
        const response = await context.fetch(baseUrl, { redirect: 'manual', signal });
        await response.body?.cancel();
        return response.status < 500;
      } catch {
        context.stopped?.throwIfAborted();
        return false;
      }
    },
  };
}

type Outcome = { reply: Reply } | { fault: string; cause?: unknown };

async function tryOnce(
  request: SourceRequest,
  parts: { limits: SourceLimits; context: TransportContext; cache: ReplyCache; gate: RequestGate },
): Promise<Outcome> {
  const { limits, context, cache, gate } = parts;
  const key = request.url.href;
  const known = cache.find(key);
  if (known !== undefined && known.freshUntil > context.now()) return { reply: known.reply };
  try {
    return await gate.pass(async (): Promise<Outcome> => {
      context.stopped?.throwIfAborted();
      const response = await context.fetch(request.url, {
        headers: { ...request.headers, ...validators(known) },
        // A token must not follow a redirect to another host.
        redirect: request.headers === undefined ? 'follow' : 'error',
        signal: untilStopped(context, limits.timeoutMs),
      });
      if (response.status === 429 || response.status >= 500) {
        const pauseMs = retryAfterMs(response.headers.get('retry-after'), context.now());
        if (pauseMs !== undefined) gate.holdFor(pauseMs);
        await response.body?.cancel();
        return { fault: `answered ${response.status}` };
      }
      const freshUntil = context.now() + freshForMs(response.headers.get('cache-control'));
      if (response.status === 304 && known !== undefined) {
        cache.keep(key, { ...known, freshUntil });
        return { reply: known.reply };
      }
      const reply = {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        text: await readText(response),
      };
      const etag = response.headers.get('etag') ?? undefined;
      const lastModified = response.headers.get('last-modified') ?? undefined;
      const mayKeep = etag !== undefined || lastModified !== undefined || freshUntil > context.now();
      if (response.ok && mayKeep) cache.keep(key, { reply, etag, lastModified, freshUntil });
      return { reply };
    });
  } catch (cause) {
    context.stopped?.throwIfAborted();
    return { fault: describeFault(cause, limits), cause };
  }
}

function untilStopped({ stopped }: TransportContext, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return stopped === undefined ? timeout : AbortSignal.any([timeout, stopped]);
}

function validators(known: CachedReply | undefined): Record<string, string> {
  return {
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new Error(`The answer is longer than ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function describeFault(cause: unknown, { timeoutMs }: SourceLimits): string {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  return isTimeout ? `did not answer within ${timeoutMs} ms` : 'could not be reached or broke off';
}
