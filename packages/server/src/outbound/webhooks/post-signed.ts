import { STATUS_CODES } from 'node:http';
import { type Reason, type Reasons, reason } from '../../ground/reasons/reasons.ts';
import { type Dispatcher, errors } from 'undici';
import { ForbiddenTargetError } from './vetted-agent.ts';

/** What became of one attempt to deliver. */
export interface AttemptOutcome {
  /** Null when no answer came. */
  status: number | null;
  durationMs: number;
  /** Why it failed, as its owner may know it; null when it did not. */
  error: Reasons | null;
  /** The beginning of the answer's body; null when there was none. */
  responseExcerpt: string | null;
  /** The answer's `Retry-After`, as sent. */
  retryAfter: string | undefined;
}

const EXCERPT_BYTES = 500;
/** A larger answer is cut off, and the connection with it. */
const READ_BYTES = 16_384;
/** An answer's status is what counts; its body gets no longer than this. */
const BODY_TIMEOUT_MS = 2000;
/** An exchange that is not over by then is slow. */
const SLOW_AFTER_MS = 50;

/** Posts a signed body. Redirects are not followed. Never rejects: a failure is an outcome. */
export function postSigned(
  agent: Dispatcher,
  request: {
    origin: string;
    path: string;
    body: Uint8Array;
    headers: Record<string, string>;
    timeoutMs: number;
    /** Called when the exchange turns out to be slow. */
    onSlow: () => void;
  },
): Promise<AttemptOutcome> {
  const { origin, path, body, headers, timeoutMs, onSlow } = request;
  const exchange = new Exchange(timeoutMs, onSlow);
  try {
    agent.dispatch(
      {
        origin,
        path,
        method: 'POST',
        headers,
        body,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      exchange,
    );
  } catch (error) {
    exchange.onResponseError(undefined, error);
  }
  return exchange.outcome;
}

/** Listens to one exchange without a stream for its answer, of which little is read. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<AttemptOutcome>;
  readonly #startedAt = performance.now();
  readonly #timeoutMs: number;
  readonly #onSlow: () => void;
  /** When it is given up, on the clock of `performance`. */
  #deadline: number;
  #isSlow = false;
  #resolve: ((outcome: AttemptOutcome) => void) | undefined;
  #timer: NodeJS.Timeout;
  #answer: AttemptOutcome | undefined;
  #excerpt: Buffer[] | undefined;
  #read = 0;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(timeoutMs: number, onSlow: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#onSlow = onSlow;
    this.#deadline = this.#startedAt + timeoutMs;
    // Most are over before this one timer, which sets that of the deadline.
    this.#timer = setTimeout(growSlow, SLOW_AFTER_MS, this);
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for a connection until the time was up.
    if (this.#resolve === undefined) this.#abort();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#answer = {
      status,
      durationMs: this.#elapsedMs(),
      error: status < 300 ? null : reasonsOf(status),
      responseExcerpt: null,
      retryAfter: firstOf(headers['retry-after']),
    };
    this.#deadline = performance.now() + Math.min(BODY_TIMEOUT_MS, this.#timeoutMs);
    if (this.#isSlow) this.#awaitDeadline();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#read < EXCERPT_BYTES) {
      this.#excerpt ??= [];
      this.#excerpt.push(chunk.subarray(0, EXCERPT_BYTES - this.#read));
    }
    this.#read += chunk.length;
    if (this.#read > READ_BYTES) this.giveUp();
  }

  onResponseEnd(): void {
    this.onResponseError(undefined, undefined);
  }

  /** The answer's status stands, whether its body came to an end or not. */
  onResponseError(_controller: unknown, error: unknown): void {
    if (this.#answer === undefined) this.#endWithout([faultOf(error)]);
    else this.#end({ ...this.#answer, responseExcerpt: textOf(this.#excerpt) });
  }

  growSlow(): void {
    this.#isSlow = true;
    this.#awaitDeadline();
    this.#onSlow();
  }

  #awaitDeadline(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(giveUp, Math.max(1, this.#deadline - performance.now()), this);
  }

  giveUp(): void {
    if (this.#answer === undefined)
      this.#endWithout([reason('no_answer', { seconds: this.#timeoutMs / 1000 })]);
    else this.onResponseEnd();
    this.#abort();
  }

  #endWithout(error: Reasons): void {
    const durationMs = this.#elapsedMs();
    this.#end({ status: null, durationMs, error, responseExcerpt: null, retryAfter: undefined });
  }

  #end(outcome: AttemptOutcome): void {
    clearTimeout(this.#timer);
    this.#resolve?.(outcome);
    this.#resolve = undefined;
  }

  #abort(): void {
    this.#controller?.abort(new Error('The exchange is over.'));
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}

function growSlow(exchange: Exchange): void {
  exchange.growSlow();
}

function giveUp(exchange: Exchange): void {
  exchange.giveUp();
}

function textOf(chunks: Buffer[] | undefined): string | null {
  // PostgreSQL cannot hold a null character in text.
  return chunks === undefined ? null : Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\u{FFFD}');
}

/** Statuses that ask the sender to go elsewhere; other 3xx, 304 among them, ask for nothing of the kind. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function reasonsOf(status: number): Reasons {
  if (REDIRECTS.has(status)) return [reason('endpoint_redirects', { status })];
  if (status >= 400) return [reason('endpoint_answered', { status })];
  const name = STATUS_CODES[status];
  const answer = { status: name === undefined ? status : `${status} ${name}` };
  return [reason('endpoint_answered', answer), reason('only_2xx')];
}

/** By code: what a system says of an error can hold addresses that the owner of the endpoint must not learn. */
const FAULTS: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: reason('connection_refused'),
  ECONNRESET: reason('connection_reset'),
  EPIPE: reason('connection_reset'),
  UND_ERR_SOCKET: reason('endpoint_closed'),
  UND_ERR_CONNECT_TIMEOUT: reason('connection_late'),
  ETIMEDOUT: reason('connection_late'),
  ENOTFOUND: reason('host_unknown'),
  EAI_AGAIN: reason('host_unknown'),
  EHOSTUNREACH: reason('host_not_reached'),
  ENETUNREACH: reason('host_not_reached'),
  UND_ERR_HEADERS_OVERFLOW: reason('headers_too_large'),
};

function faultOf(error: unknown): Reason {
  if (error instanceof ForbiddenTargetError) return reason('host_not_public');
  if (error instanceof errors.HTTPParserError) return reason('not_http');
  const fault = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FAULTS[fault];
  if (known !== undefined) return known;
  if (/CERT|SSL|TLS|SIGNED|ALTNAME|UNABLE_TO|EPROTO/.test(fault)) return reason('tls_refused', { fault });
  return fault === '' ? reason('request_failed') : reason('request_failed_with', { fault });
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
