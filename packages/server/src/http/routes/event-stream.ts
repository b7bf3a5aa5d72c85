import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { EVENT_SCOPES, findPlace, type StreamPlace } from '../../services/events/list-events.ts';
import { streamEvents } from '../../services/events/stream-events.ts';
import { createAuthenticator } from '../../services/identity/authenticate.ts';
import type { ListedEvent } from '../../store/events/list-events.ts';
import type { ApiContext } from '../api-context.ts';
import { CLIENT_DIALECT } from '../error-dialects.ts';
import { principalOf } from '../plugins/authentication.ts';
import { errorResponses } from '../schemas/error.ts';
import { StreamQuery } from '../schemas/webhooks.ts';

/** Streams of one tenant, and of all, in this process; each holds a connection. */
const STREAMS_PER_TENANT = 10;
const STREAMS = 1000;
/** How long a browser waits before it connects again. */
const RECONNECT_MS = 3000;
/** Then the stream ends and the reader connects again. */
const LONGEST_STREAM_MS = 86_400_000;

/** The events as they are written, as server-sent events. */
export const eventStreamRoutes: FastifyPluginAsyncZod<{ context: ApiContext }> = async (app, { context }) => {
  const authenticate = createAuthenticator(context);
  const streams = new Map<string, number>();
  let openStreams = 0;
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  app.get(
    '/events/stream',
    {
      config: { dialect: CLIENT_DIALECT, anyScope: EVENT_SCOPES, staysOpen: true },
      handlerTimeout: LONGEST_STREAM_MS + 60_000,
      schema: {
        operationId: 'streamEvents',
        tags: ['Events'],
        summary: 'Events as they are written, as server-sent events',
        description:
          'Each message has the id of its event, its type and the body that webhooks are sent. The header `Last-Event-ID`, or `after`, resumes after an event; without it the stream begins with what is written next. The first message has no data: it tells the id to resume after should the connection be lost before an event came, and how long to wait. A comment every few seconds shows that the connection lives.',
        querystring: StreamQuery,
        response: {
          200: {
            description: 'The stream.',
            content: {
              'text/event-stream': { schema: z.string().meta({ description: 'Server-sent events' }) },
            },
          },
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            404: 'There is no such event; it may be older than 30 days.',
            429: 'Too many requests, or too many open streams of the tenant.',
          }),
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const { tenantId } = principal;
      const open = streams.get(tenantId) ?? 0;
      if (open >= STREAMS_PER_TENANT) {
        throw new AppError(
          'rate_limited',
          `The tenant has ${STREAMS_PER_TENANT} open streams; close one first.`,
          { headers: { 'Retry-After': '60' } },
        );
      }
      const lastEventId = request.headers['last-event-id'];
      if (openStreams >= STREAMS) {
        throw new AppError(
          'unavailable',
          'The service has no room for another stream; try again in a minute.',
          {
            headers: { 'Retry-After': '60' },
          },
        );
      }
      const after = typeof lastEventId === 'string' ? lastEventId : request.query.after;
      const place = await findPlace(context, principal, after);
      openStreams++;
      streams.set(tenantId, (streams.get(tenantId) ?? 0) + 1);
      reply.hijack();
      const { raw } = reply;
      const gone = new AbortController();
      raw.once('close', () => gone.abort());
      try {
        raw.writeHead(200, {
          ...Object.fromEntries(
            Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
          ),
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          'X-Accel-Buffering': 'no',
        });
        await write(raw, openingOf(place));
        const batches = streamEvents(context, {
          place: place.sequence,
          principal: () => authenticate(request.headers.authorization),
          signal: AbortSignal.any([gone.signal, closing.signal, AbortSignal.timeout(LONGEST_STREAM_MS)]),
        });
        for await (const events of batches) {
          await write(raw, events.length === 0 ? ': waiting\n\n' : events.map(toMessage).join(''));
        }
      } catch (error) {
        request.log.info({ error }, 'an event stream was ended');
      } finally {
        raw.end();
        openStreams--;
        const rest = (streams.get(tenantId) ?? 1) - 1;
        if (rest === 0) streams.delete(tenantId);
        else streams.set(tenantId, rest);
      }
    },
  );
};

/** Before the events: how to take the stream up again, even when no event came before it was lost. */
function openingOf({ eventId }: StreamPlace): string {
  return `retry: ${RECONNECT_MS}\n${eventId === undefined ? '' : `id: ${eventId}\n`}\n`;
}

/** Waits until a slow reader has taken what was written. */
async function write(raw: ServerResponse, text: string): Promise<void> {
  if (raw.destroyed || raw.write(text)) return;
  await Promise.race([once(raw, 'drain'), once(raw, 'close')]);
}

/** The body is JSON on one line. */
function toMessage({ id, type, body }: ListedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`;
}
