import { type DeclaredName, isDeclared } from '../../../ground/config/declared-name.ts';
import { type Asked, reason, type Reason } from '../../../ground/reasons/reasons.ts';
import { type LiveSourceName, titleOf, TOKEN_VARIABLES } from '../source.ts';
import { type RequestGuard, createCircuitBreaker } from './circuit-breaker.ts';
import { type Reply, createReplyCache, isWebPage, SourceUnavailable } from './reply.ts';
import { createRequestGate, retryDelayMs, tryOnce, untilStopped, userAgentOf } from './try-once.ts';

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
  /** Of the program, for the user agent that sources see. */
  version: string;
  /** Aborted when nothing may be asked any more: what is under way then throws its reason. */
  stopped?: AbortSignal;
}

export interface SourceRequest {
  url: URL;
  /** What is asked for, as errors and logs name it; the address may hold a token and is never shown. */
  label: Asked;
  headers?: Record<string, string>;
  /** Whether an answer is one that the source gives in good order whatever its status, such as 404 for a file that is not there. */
  accepts?: (reply: Reply) => boolean;
  /** Makes the text of a good answer where it may be other than UTF-8. Throws PayloadFault, which is no failure to answer. */
  decode?: (bytes: Uint8Array) => string;
}

/** Gives a source's answers: those with a good status that are no web page, and those that the request accepts. */
export interface Transport {
  get(request: SourceRequest): Promise<Reply>;
  /** Whether an address answers within a few seconds, whatever it says; false without a request while requests are paused. */
  reaches(baseUrl: string): Promise<boolean>;
}

/** A machine that starts everything at once can be slow to hear of an answer. */
const REACH_TIMEOUT_MS = 8_000;
/** A source that asks for a longer pause fails its requests until then instead of holding them. */
const LONGEST_HOLD_MS = 60_000;

/**
 * Asks one source over HTTP within its limits: a time-out for each try, further tries with back-off and jitter after network
 * faults, 429 and 5xx (`Retry-After` is honoured), answers kept and asked for again by their validators. After a refusal, or several
 * requests in a row without an answer, nothing is sent for a while. Throws SourceUnavailable when no try gave an answer, when the source
 * refuses to give one (`refused`), and while requests are paused.
 */
export function createTransport(
  source: LiveSourceName | DeclaredName,
  limits: SourceLimits,
  context: TransportContext,
): Transport {
  const gate = createRequestGate({ ...limits, now: context.now, sleep: context.sleep });
  const cache = createReplyCache();
  const breaker = createCircuitBreaker(source, context.now);
  const title = titleOf(source);

  const ask = async (request: SourceRequest, { isProbe, check, note }: RequestGuard): Promise<Reply> => {
    const attempts = isProbe ? 1 : limits.attempts;
    const judge = (reply: Reply) => {
      const refusal = request.accepts?.(reply) ? undefined : findRefusal(source, reply, request.label);
      if (refusal === undefined) return;
      note(refusal);
      throw refusal;
    };
    for (let attempt = 1; ; attempt++) {
      const heldMs = gate.heldForMs();
      if (heldMs > LONGEST_HOLD_MS) {
        const pause = { source: title, seconds: Math.ceil(heldMs / 1000), what: request.label };
        throw new SourceUnavailable([reason('asked_for_pause', pause)], { asked: attempt > 1 });
      }
      const outcome = await tryOnce(request, { limits, context, cache, gate, attempt, check, judge });
      if ('reply' in outcome) return outcome.reply;
      if (attempt >= attempts) {
        const asked = { source: title, what: request.label };
        throw new SourceUnavailable([outcome.faultOf(asked)], { cause: outcome.cause });
      }
      await context.sleep(retryDelayMs(attempt, context.random()));
    }
  };

  return {
    get: (request) => breaker.pass(request.label, (guard) => ask(request, guard)),
    async reaches(baseUrl) {
      if (breaker.isOpen()) return false;
      try {
        const headers = { 'user-agent': userAgentOf(context) };
        const signal = untilStopped(context, REACH_TIMEOUT_MS);
        const response = await context.fetch(baseUrl, { headers, redirect: 'manual', signal });
        await response.body?.cancel();
        return response.status < 500;
      } catch {
        context.stopped?.throwIfAborted();
        return false;
      }
    },
  };
}

/** Statuses by which a source denies access. */
const NOT_LET_IN = new Set([401, 403, 407, 451]);
const NOT_FOUND = 404;

/**
 * Why an answer is none that the source gives in good order; undefined when it is. A request that is denied, redirected or answered with a page
 * for browsers has been refused: nothing follows from it for what is published.
 */
function findRefusal(
  source: LiveSourceName | DeclaredName,
  reply: Reply,
  what: Asked,
): SourceUnavailable | undefined {
  const { status } = reply;
  const answer = { source: titleOf(source), status, what };
  if (status >= 200 && status < 300) {
    if (!isWebPage(reply.text)) return undefined;
    return new SourceUnavailable([reason('answered_with_page', answer), accessHint(source, '_or_wait')], {
      refused: true,
    });
  }
  const answered = reason('answered', answer);
  if (status === NOT_FOUND) {
    const hint = isDeclared(source) ? accessHint(source) : reason('address_changed');
    return new SourceUnavailable([answered, hint]);
  }
  const isAccess = NOT_LET_IN.has(status) || status < 400;
  const hint = isAccess || isDeclared(source) ? accessHint(source) : reason('request_not_taken');
  return new SourceUnavailable([answered, hint], { refused: true });
}

/** What to look at where access is denied; or, behind a page, that it may be under maintenance. */
function accessHint(source: LiveSourceName | DeclaredName, orWait: '' | '_or_wait' = ''): Reason {
  if (isDeclared(source)) return reason(`check_declaration${orWait}`);
  const setting = TOKEN_VARIABLES[source];
  return setting === undefined ? reason(`may_block${orWait}`) : reason(`check_setting${orWait}`, { setting });
}
