import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import { callerAddress } from '../../ground/http/caller-address.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import type { AuthenticationContext } from '../../people/access/account-context.ts';
import { assertAddress } from '../../people/access/address-list.ts';
import { createAuthenticator } from '../../people/access/authenticate.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { assertAccess } from '../../people/access/principal.ts';
import type { ListedEvent } from './store.ts';
import { EVENT_SCOPES, findPlace, streamEvents, type StreamPlace } from './read-events.ts';
import type { OutboxSignal } from './append-event.ts';
import { StreamQuery } from './schemas.ts';

/** Streams of one tenant, and of all, in this process; each holds a connection. */
const STREAMS_PER_TENANT = 10;
const STREAMS = 1000;
/** How long a browser waits before it connects again. */
const RECONNECT_MS = 3000;
/** Then the stream ends and the reader connects again. */
const LONGEST_STREAM_MS = 86_400_000;

interface StreamContext extends AuthenticationContext {
  outbox: OutboxSignal;
}

/** The events as they are written, as server-sent events. */
export const eventStreamRoutes: FastifyPluginAsyncZod<{ context: StreamContext }> = async (
  app,
  { context },
) => {
  const authenticate = createAuthenticator(context);
  const places = createStreamPlaces();
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  app.get(
    '/events/stream',
    {
      config: { dialect: CLIENT_DIALECT, anyScope: EVENT_SCOPES, staysOpen: true },
      handlerTimeout: LONGEST_STREAM_MS + 60_000,
      // It would hold a connection and send nothing.
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        tags: ['Events'],
        summary: 'Events as they are written, as server-sent events',
        description: [
          'Each message has the id of its event, its type, and the body that webhooks are sent.',
          'The header `Last-Event-ID`, or `after`, resumes after an event; without it the stream begins with the next event.',
          'The first message has no data: it gives the id to resume after if the connection is lost before the first event,',
          'and how long to wait. A comment every few seconds shows that the connection is alive.',
        ].join(' '),
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
      const leave = places.take(tenantId);
      const lastEventId = request.headers['last-event-id'];
      const after = typeof lastEventId === 'string' ? lastEventId : request.query.after;
      const place = await findPlace(context, principal, after).catch((error: unknown) => {
        leave();
        throw error;
      });
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
          marketId: request.query.market_id,
          // An open stream alone does not keep a session from ending for want of use.
          async principal() {
            const current = await authenticate(request.headers.authorization, { isUse: false });
            assertAddress(current, callerAddress(request));
            assertAccess(current, request.routeOptions.config);
            return current;
          },
          signal: AbortSignal.any([gone.signal, closing.signal, AbortSignal.timeout(LONGEST_STREAM_MS)]),
        });
        for await (const events of batches) {
          await write(raw, events.length === 0 ? ': waiting\n\n' : events.map(toMessage).join(''));
        }
      } catch (error) {
        request.log.info({ error }, 'an event stream was ended');
      } finally {
        raw.end();
        leave();
      }
    },
  );
};

/** Counts the open streams. */
function createStreamPlaces() {
  const ofTenant = new Map<string, number>();
  let open = 0;
  return {
    /** Takes a place for a stream, which the function that it gives leaves again. Throws where there is none. */
    take(tenantId: string): () => void {
      const ofThis = ofTenant.get(tenantId) ?? 0;
      const headers = { 'Retry-After': '60' };
      if (ofThis >= STREAMS_PER_TENANT) {
        const message = `The tenant has ${STREAMS_PER_TENANT} open streams; close one first.`;
        throw new AppError('rate_limited', message, { headers });
      }
      if (open >= STREAMS) {
        const message = 'The service has no room for another stream; try again in a minute.';
        throw new AppError('unavailable', message, { headers });
      }
      open++;
      ofTenant.set(tenantId, ofThis + 1);
      return () => {
        open--;
        const rest = (ofTenant.get(tenantId) ?? 1) - 1;
        if (rest === 0) ofTenant.delete(tenantId);
        else ofTenant.set(tenantId, rest);
      };
    },
  };
}

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
