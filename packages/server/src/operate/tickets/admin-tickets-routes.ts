import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { onWire } from '../../ground/http/wire.ts';
import type { AccountContext } from '../../people/access/account-context.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import {
  NewMessage,
  PlatformTicketDetail,
  PlatformTicketPage,
  PlatformTicketQuery,
  toTicketDetail,
} from './record.ts';
import { answerTicket, closeTicket, getTicket, listAllTickets } from './rules.ts';

const config = { dialect: APP_DIALECT, superadminOnly: true };
const tags = ['Platform'];

/** The tickets of all tenants, for the platform's superadmins. */
export const adminTicketRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/admin/tickets',
    {
      config,
      schema: {
        operationId: 'listPlatformTickets',
        tags,
        summary: 'Tickets of all tenants, the one that changed last first',
        description:
          'The queue of support: `state=open` lists what waits for an answer, `tenant_id` the tickets of one organisation.',
        querystring: PlatformTicketQuery,
        response: {
          200: PlatformTicketPage.describe('The tickets.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { state, tenant_id: tenantId, page, page_size } = request.query;
      const query = { state, tenantId, ...windowOf(request.query) };
      const { tickets, total } = await listAllTickets(context, query);
      const items = tickets.map(onWire);
      return { items, total, page, page_size };
    },
  );

  app.get(
    '/admin/tickets/:id',
    {
      config,
      schema: {
        operationId: 'getPlatformTicket',
        tags,
        summary: 'A ticket with its messages',
        description: 'The messages with their authors and the organisation that asks.',
        params: IdPath,
        response: {
          200: PlatformTicketDetail.describe('The ticket.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const ticket = await getTicket(context, request.params.id);
      return toTicketDetail(ticket);
    },
  );

  app.post(
    '/admin/tickets/:id/messages',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'answerPlatformTicket',
        tags,
        summary: 'Answer a ticket; its author is notified in the application and by mail',
        description:
          'The ticket is `answered` until the organisation writes again. At most 100 messages (409).',
        params: IdPath,
        body: NewMessage,
        response: {
          201: PlatformTicketDetail.describe('The ticket with the answer.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            409: 'The ticket has 100 messages.',
          }),
        },
      },
    },
    async (request, reply) => {
      void reply.code(201);
      const { id } = request.params;
      return createOnce({ context, request, reply }, async (once) => {
        const ticket = await answerTicket(once, principalOf(request), id, request.body.message);
        return toTicketDetail(ticket);
      });
    },
  );

  app.post(
    '/admin/tickets/:id/close',
    {
      config,
      schema: {
        operationId: 'closePlatformTicket',
        tags,
        summary: 'Close a ticket',
        description:
          'The author or an admin of the organisation may open it again by writing. Closing twice is no error.',
        params: IdPath,
        response: {
          200: PlatformTicketDetail.describe('The ticket, closed.'),
          ...errorResponses([400, 401, 403, 404, 413, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const ticket = await closeTicket(context, principalOf(request), request.params.id);
      return toTicketDetail(ticket);
    },
  );
};
