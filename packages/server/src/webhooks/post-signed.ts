import { type Dispatcher, errors } from 'undici';
import { ForbiddenTargetError } from './vetted-agent.ts';

/** What became of one attempt to deliver. */
export interface AttemptOutcome {
  /** Null when no answer came. */
  status: number | null;
  durationMs: number;
  /** Why it failed, in words for the endpoint's owner; null when it did not. */
  error: string | null;
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

/** Posts a signed body. Redirects are not followed. Never rejects: a failure is an outcome. */
export async function postSigned(
  agent: Dispatcher,
  request: {
    origin: string;
    path: string;
    body: Uint8Array;
    headers: Record<string, string>;
    timeoutMs: number;
  },
): Promise<AttemptOutcome> {
  const { origin, path, body, headers, timeoutMs } = request;
  const exchange = startExchange(timeoutMs);
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
      exchange.handler,
    );
  } catch (error) {
    exchange.fail(error);
  }
  return exchange.outcome;
}

interface Exchange {
  handler: Dispatcher.DispatchHandler;
  fail(error: unknown): void;
  outcome: Promise<AttemptOutcome>;
}

/** Listens to one exchange without a stream for its answer, of which little is read. */
function startExchange(timeoutMs: number): Exchange {
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<AttemptOutcome>();
  const excerpt: Buffer[] = [];
  let read = 0;
  let answer: Omit<AttemptOutcome, 'responseExcerpt'> | undefined;
  let isOver = false;
  let stop: (() => void) | undefined;

  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const end = (outcome: AttemptOutcome) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    resolve(outcome);
  };
  const endWithout = (error: string) =>
    end({ status: null, durationMs: elapsedMs(), error, responseExcerpt: null, retryAfter: undefined });
  /** The answer's status stands, whether its body came to an end or not. */
  const fail = (error: unknown) => {
    if (answer === undefined) endWithout(describeFault(error));
    else end({ ...answer, responseExcerpt: textOf(excerpt) });
  };
  const giveUp = () => {
    if (answer === undefined) endWithout(`No answer within ${timeoutMs / 1000} seconds.`);
    else fail(undefined);
    stop?.();
  };
  let timer = setTimeout(giveUp, timeoutMs);

  return {
    outcome: promise,
    fail,
    handler: {
      onRequestStart(controller) {
        stop = () => controller.abort(new Error('The exchange is over.'));
        // It waited for a connection until the time was up.
        if (isOver) stop();
      },
      onResponseStart(_controller, status, headers) {
        if (status < 200) return;
        answer = {
          status,
          durationMs: elapsedMs(),
          error: status < 300 ? null : describeStatus(status),
          retryAfter: firstOf(headers['retry-after']),
        };
        clearTimeout(timer);
        timer = setTimeout(giveUp, Math.min(BODY_TIMEOUT_MS, timeoutMs));
      },
      onResponseData(_controller, chunk) {
        if (read < EXCERPT_BYTES) excerpt.push(chunk.subarray(0, EXCERPT_BYTES - read));
        read += chunk.length;
        if (read > READ_BYTES) giveUp();
      },
      onResponseEnd: () => fail(undefined),
      onResponseError: (_controller, error) => fail(error),
    },
  };
}

function textOf(chunks: Buffer[]): string | null {
  // PostgreSQL cannot hold a null character in text.
  return chunks.length === 0 ? null : Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\u{FFFD}');
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400
    ? `The endpoint redirects (${status}); redirects are not followed.`
    : `The endpoint answered ${status}.`;
}

/** Messages by code: what a system says of an error can hold addresses that the owner of the endpoint must not learn. */
const FAULTS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EPIPE: 'The connection was reset.',
  UND_ERR_SOCKET: 'The endpoint closed the connection without an answer.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time.',
  ETIMEDOUT: 'The connection could not be made in time.',
  ENOTFOUND: 'The host name does not resolve.',
  EAI_AGAIN: 'The host name does not resolve.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
};

function describeFault(error: unknown): string {
  if (error instanceof ForbiddenTargetError) {
    return 'The host is not on the public internet; nothing was sent.';
  }
  if (error instanceof errors.HTTPParserError) return 'The answer is not HTTP.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FAULTS[code];
  if (known !== undefined) return known;
  if (/CERT|SSL|TLS|SIGNED|ALTNAME|UNABLE_TO|EPROTO/.test(code)) {
    return `The TLS connection was refused: ${code}.`;
  }
  return `The request failed${code === '' ? '' : `: ${code}`}.`;
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
