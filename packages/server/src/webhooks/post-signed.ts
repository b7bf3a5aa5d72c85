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

/** Posts a signed body. Redirects are not followed. Never throws: a failure is an outcome. */
export async function postSigned(
  agent: Dispatcher,
  request: { url: string; body: Uint8Array; headers: Record<string, string>; timeoutMs: number },
): Promise<AttemptOutcome> {
  const { url, body, headers, timeoutMs } = request;
  const startedAt = performance.now();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const { origin, pathname, search } = new URL(url);
    const response = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers,
      body,
      signal: deadline.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const durationMs = performance.now() - startedAt;
    const bodyTimer = setTimeout(() => response.body.destroy(), Math.min(BODY_TIMEOUT_MS, timeoutMs));
    const responseExcerpt = await readExcerpt(response.body);
    clearTimeout(bodyTimer);
    const status = response.statusCode;
    return {
      status,
      durationMs: Math.round(durationMs),
      error: status >= 200 && status < 300 ? null : describeStatus(status),
      responseExcerpt,
      retryAfter: firstOf(response.headers['retry-after']),
    };
  } catch (error) {
    return {
      status: null,
      durationMs: Math.round(performance.now() - startedAt),
      error: deadline.signal.aborted ? `No answer within ${timeoutMs / 1000} seconds.` : describeFault(error),
      responseExcerpt: null,
      retryAfter: undefined,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the body to its end or to a limit, so that the connection can be used again, and keeps its beginning. */
async function readExcerpt(body: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let read = 0;
  try {
    for await (const chunk of body) {
      if (kept < EXCERPT_BYTES) chunks.push(chunk.subarray(0, EXCERPT_BYTES - kept));
      kept = Math.min(EXCERPT_BYTES, kept + chunk.length);
      read += chunk.length;
      if (read > READ_BYTES) break;
    }
  } catch {
    // The answer broke off; its status stands.
  }
  // PostgreSQL cannot hold a null character in text.
  return kept === 0 ? null : Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\u{FFFD}');
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
