import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { onWire } from '../../ground/http/wire.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import { NewMessage, NewTicket, TicketDetail, TicketPage, TicketQuery, toTicketDetail } from './record.ts';
import { closeOwnTicket, getOwnTicket, listOwnTickets, openTicket, replyToTicket } from './rules.ts';

const config = { dialect: APP_DIALECT, sessionOnly: true };
const tags = ['Support'];

/** Questions of a tenant's people to those of the platform. */
export const ticketRoutes: FastifyPluginAsyncZod<{ context: IdentityContext }> = async (app, { context }) => {
  app.get(
    '/support/tickets',
    {
      config,
      schema: {
        operationId: 'listTickets',
        tags,
        summary: "The tenant's tickets, the one that changed last first",
        description:
          'Everybody in the organisation reads all of its tickets. `state` narrows the list to those that are open, answered or closed.',
        querystring: TicketQuery,
        response: {
          200: TicketPage.describe('The tickets.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { state, page, page_size } = request.query;
      const { tickets, total } = await listOwnTickets(context, principalOf(request), {
        state,
        ...windowOf(request.query),
      });
      return { items: tickets.map(onWire), total, page, page_size };
    },
  );

  app.post(
    '/support/tickets',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'createTicket',
        tags,
        summary: 'Ask the people of the platform',
        description:
          'Everyone in the tenant reads its tickets. At most 50 of a tenant are not closed, the last 10 of them of admins, and at most 10 of any other user.',
        body: NewTicket,
        response: {
          201: TicketDetail.describe('The ticket.'),
          ...errorResponses([400, 401, 403, 409, 413, 422, 429, 500, 503], {
            409: 'The tenant or the user has as many tickets that are not closed as may be.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { subject, message } = request.body;
      void reply.code(201);
      return createOnce({ context, request, reply }, async (once) =>
        toTicketDetail(await openTicket(once, principalOf(request), { subject, text: message })),
      );
    },
  );

  app.get(
    '/support/tickets/:id',
    {
      config,
      schema: {
        operationId: 'getTicket',
        tags,
        summary: 'A ticket with its messages',
        description: 'All messages, the oldest first, of both sides.',
        params: IdPath,
        response: {
          200: TicketDetail.describe('The ticket.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503]),
        },
      },
    },
    async (request) => toTicketDetail(await getOwnTicket(context, principalOf(request), request.params.id)),
  );

  app.post(
    '/support/tickets/:id/messages',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'replyToTicket',
        tags,
        summary:
          'Write to a ticket; it is open again with that, a closed one for its author and admins alone',
        description:
          'Anybody in the organisation may write to an open or answered ticket. At most 100 messages; after that open another ticket (409).',
        params: IdPath,
        body: NewMessage,
        response: {
          201: TicketDetail.describe('The ticket with the message.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            409: 'The ticket has 100 messages.',
          }),
        },
      },
    },
    async (request, reply) => {
      void reply.code(201);
      const { id } = request.params;
      return createOnce({ context, request, reply }, async (once) =>
        toTicketDetail(await replyToTicket(once, principalOf(request), id, request.body.message)),
      );
    },
  );

  app.post(
    '/support/tickets/:id/close',
    {
      config,
      schema: {
        operationId: 'closeTicket',
        tags,
        summary: 'Close a ticket, as its author or an admin',
        description: 'Closing twice is no error. A further message of the author or an admin opens it again.',
        params: IdPath,
        response: {
          200: TicketDetail.describe('The ticket, closed.'),
          ...errorResponses([400, 401, 403, 404, 413, 429, 500, 503]),
        },
      },
    },
    async (request) => toTicketDetail(await closeOwnTicket(context, principalOf(request), request.params.id)),
  );
};
