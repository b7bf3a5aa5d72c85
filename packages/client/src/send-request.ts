import type { CreateOptions } from './call.ts';
import { authorizationOf, type ConnectionOptions, urlOf } from './connection.ts';
import { connectionError, errorOfResponse, LonjaError, unreachableError } from './lonja-error.ts';
import { sleep } from './sleep.ts';

/** A request as the fetch API takes it. */
export interface PreparedRequest {
  method: string;
  /** With its query, under /api/v1. */
  path: string;
  headers: Record<string, string>;
  body?: string | URLSearchParams | undefined;
}

const TIMEOUT_MS = 30_000;
export const RETRIES = 3;
/** Before the first further attempt. */
export const BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8000;
const MAX_WAIT_MS = 60_000;
/** Methods whose effect is the same, however often they arrive. */
const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE']);

/**
 * Sends a request until it is answered, and gives the parsed answer. What failed is sent again after a while: a request over
 * the limit always, any other failure that may pass only where a second arrival does no harm: a read, PUT and DELETE, and a POST with an
 * `idempotencyKey`.
 */
export async function sendRequest(
  connection: ConnectionOptions,
  request: PreparedRequest,
  options: CreateOptions = {},
): Promise<unknown> {
  const { idempotencyKey } = options;
  const mayRepeat =
    IDEMPOTENT.has(request.method) || (request.method === 'POST' && idempotencyKey !== undefined);
  const retries = options.retries ?? connection.retries ?? RETRIES;
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(connection, request, options);
    } catch (error) {
      if (attempt >= retries || !(error instanceof LonjaError) || !maySendAgain(error, mayRepeat))
        throw error;
      const waitMs = error.retryAfterMs ?? backoffMs(connection.backoffMs ?? BACKOFF_MS, attempt);
      if (waitMs > (connection.maxWaitMs ?? MAX_WAIT_MS)) throw error;
      await sleep(waitMs, options.signal);
    }
  }
}

/** Doubles with every attempt, and is spread so that many callers do not come back at once. */
export function backoffMs(firstMs: number, attempt: number): number {
  return Math.min(LONGEST_BACKOFF_MS, firstMs * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** A request over the limit has done nothing yet; others may have. */
function maySendAgain({ status, mayPass }: LonjaError, mayRepeat: boolean): boolean {
  return mayPass && (status === 429 || mayRepeat);
}

async function attemptOnce(
  connection: ConnectionOptions,
  { method, path, headers, body }: PreparedRequest,
  { signal, timeoutMs = connection.timeoutMs ?? TIMEOUT_MS, idempotencyKey }: CreateOptions,
): Promise<unknown> {
  const authorization = await authorizationOf(connection);
  const url = urlOf(connection, path);
  const cacheKey = method === 'GET' ? `${url} ${authorization['Authorization']}` : '';
  const kept = cacheKey === '' ? undefined : connection.cache?.get(cacheKey);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await (connection.fetch ?? fetch)(url, {
      method,
      headers: {
        ...headers,
        ...authorization,
        ...(kept && { 'If-None-Match': kept.etag }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    if (response.status === 304 && kept !== undefined) return kept.body;
    if (!response.ok) throw await errorOfResponse(response);
    const reply = await parseReply(response);
    const etag = response.headers.get('etag');
    if (cacheKey !== '' && etag !== null) connection.cache?.set(cacheKey, { etag, body: reply });
    return reply;
  } catch (error) {
    if (error instanceof LonjaError) throw error;
    signal?.throwIfAborted();
    if (timeout.aborted) {
      throw connectionError('timeout', `There was no answer within ${timeoutMs / 1000} s.`, error);
    }
    throw unreachableError(connection.baseUrl, error);
  }
}

async function parseReply(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/csv')) return text;
  try {
    if (type.startsWith('application/json')) return JSON.parse(text);
  } catch (error) {
    throw connectionError('invalid_reply', 'The answer is not JSON; is this a Lonja service?', error);
  }
  throw connectionError(
    'invalid_reply',
    `The answer is ${type || 'of no type'}; is this a Lonja service?`,
    null,
  );
}
