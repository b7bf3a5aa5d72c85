import { authorizationOf, type ConnectionOptions, urlOf } from './connection.ts';
import type { LonjaEvent } from './generated/schemas.ts';
import { connectionError, errorOfResponse, LonjaError, unreachableError } from './lonja-error.ts';
import { parseEventStream, type StreamMessage } from './parse-event-stream.ts';
import { BACKOFF_MS, backoffMs, RETRIES } from './send-request.ts';
import { sleep } from './sleep.ts';

export interface EventStreamOptions {
  /** The last event that was handled; absent: begin with what is written next. */
  after?: string | undefined;
  /** Market of the events, or `all`; absent: Spain's. */
  marketId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** A connection that is silent for longer is given up; the service writes every few seconds. Absent: 60 s. */
  silenceMs?: number | undefined;
}

const SILENCE_MS = 60_000;

/**
 * Events as the service writes them, for as long as the caller reads. A lost connection is taken up again after the last
 * event that was handed out. Throws LonjaError where trying again is of no use: when the service refuses, or was never reached.
 */
export async function* streamEvents(
  connection: ConnectionOptions,
  options: EventStreamOptions = {},
): AsyncGenerator<LonjaEvent, void, void> {
  const { signal } = options;
  const firstTries = 1 + (connection.retries ?? RETRIES);
  let { after } = options;
  let reconnectMs = connection.backoffMs ?? BACKOFF_MS;
  let failures = 0;
  let wasReached = false;
  for (;;) {
    let waitMs: number | null = null;
    try {
      for await (const message of readOnce(connection, options, after)) {
        wasReached = true;
        failures = 0;
        reconnectMs = message.retryMs ?? reconnectMs;
        if (message.data !== '') yield eventOf(message);
        after = message.id ?? after;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof LonjaError) || !error.mayPass || (!wasReached && failures + 1 >= firstTries))
        throw error;
      waitMs = error.retryAfterMs;
    }
    await sleep(waitMs ?? backoffMs(reconnectMs, failures++), signal);
  }
}

/** The messages of one connection. */
async function* readOnce(
  connection: ConnectionOptions,
  { marketId, signal, silenceMs = SILENCE_MS }: EventStreamOptions,
  after: string | undefined,
): AsyncGenerator<StreamMessage, void, void> {
  const end = new AbortController();
  const watchdog = () =>
    setTimeout(() => end.abort(new Error(`Silent for ${silenceMs / 1000} s.`)), silenceMs);
  let timer = watchdog();
  const onBytes = () => {
    clearTimeout(timer);
    timer = watchdog();
  };
  const query = marketId === undefined ? '' : `?market_id=${marketId}`;
  const url = `${urlOf(connection, '/events/stream')}${query}`;
  try {
    const response = await (connection.fetch ?? fetch)(url, {
      headers: {
        Accept: 'text/event-stream',
        ...(await authorizationOf(connection)),
        ...(after !== undefined && { 'Last-Event-ID': after }),
      },
      signal: signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]),
    });
    if (!response.ok) throw await errorOfResponse(response);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!isStream || response.body === null)
      throw connectionError(
        'invalid_reply',
        'The answer is not a stream of events; is this a Lonja service?',
        null,
      );
    yield* parseEventStream(response.body, onBytes);
  } catch (error) {
    throw error instanceof LonjaError ? error : unreachableError(connection.baseUrl, error);
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}

function eventOf({ id, data }: StreamMessage): LonjaEvent {
  const event: LonjaEvent = { id: id ?? '', ...JSON.parse(data) };
  return event;
}
