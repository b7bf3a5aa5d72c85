import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { EVENT_SCOPES, listEvents } from './read-events.ts';
import type { ListedEvent } from './store.ts';
import type { Db } from '../../ground/database/database.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { EventList, EventQuery, EventRecord } from './schemas.ts';

/** Events for callers that poll. */
export const eventRoutes: FastifyPluginAsyncZod<{ context: { db: Db } }> = async (app, { context }) => {
  app.get(
    '/events',
    {
      config: { dialect: CLIENT_DIALECT, anyScope: EVENT_SCOPES },
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Events after a given one, oldest first',
        description:
          'What webhooks for all events would have been sent, for the products of the subscription and the threshold of the tenant. Events are kept for 30 days.',
        querystring: EventQuery,
        response: {
          200: EventList.describe('The events.'),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            404: 'There is no such event; it may be older than 30 days.',
          }),
        },
      },
    },
    async (request) => {
      const { after, event, market_id: marketId, page_size: limit } = request.query;
      const { events, total } = await listEvents(context, principalOf(request), {
        after,
        type: event,
        marketId,
        limit,
      });
      return { items: events.map(toRecord), total, next_after: events.at(-1)?.id ?? after ?? null };
    },
  );
};

function toRecord({ body }: ListedEvent): EventRecord {
  return EventRecord.parse(JSON.parse(body));
}
