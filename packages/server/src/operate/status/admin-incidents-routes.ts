import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { operatorOf } from '../../people/access/principal.ts';
import { openIncident, updateIncident } from './rules.ts';
import { listIncidents } from './store.ts';
import type { AccountContext } from '../../people/access/account-context.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import {
  IncidentPage,
  IncidentQuery,
  IncidentRecord,
  NewIncident,
  NewIncidentUpdate,
  toIncidentRecord,
} from './record.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';

const config = { dialect: APP_DIALECT, superadminOnly: true };
const tags = ['Platform'];

/** What operators write on the status page. */
export const adminIncidentRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/admin/incidents',
    {
      config,
      schema: {
        operationId: 'listIncidents',
        tags,
        summary: 'Incidents of the status page, the newest first',
        description:
          'All that were ever written, with their updates; `/status` shows those of the last 90 days.',
        querystring: IncidentQuery,
        response: {
          200: IncidentPage.describe('The incidents.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { incidents, total } = await listIncidents(context.db, windowOf(request.query));
      return { items: incidents.map(toIncidentRecord), total, ...request.query };
    },
  );

  app.post(
    '/admin/incidents',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'createIncident',
        tags,
        summary: 'Write an incident on the status page',
        description:
          'Everybody reads it at `/status` within half a minute: name no customer and no secret. It is kept as it is written; say more with an update.',
        body: NewIncident,
        response: {
          201: IncidentRecord.describe('The incident.'),
          ...errorResponses([400, 401, 403, 409, 413, 422, 429, 500, 503]),
        },
      },
    },
    async (request, reply) => {
      const { text: body, ...incident } = request.body;
      void reply.code(201);
      return createOnce({ context, request, reply }, async (once) =>
        toIncidentRecord(await openIncident(once, { ...incident, body }, operatorOf(principalOf(request)))),
      );
    },
  );

  app.post(
    '/admin/incidents/:id/updates',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'updateIncident',
        tags,
        summary: 'Add an update to an incident',
        description:
          'Says in which state it is now, and what is known. Updates are appended and never changed. `resolved` ends it; a later update takes it up again.',
        params: IdPath,
        body: NewIncidentUpdate,
        response: {
          201: IncidentRecord.describe('The incident with all of its updates.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            409: 'The incident has as many updates as it may.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { state, text: body } = request.body;
      const { id } = request.params;
      void reply.code(201);
      return createOnce({ context, request, reply }, async (once) =>
        toIncidentRecord(await updateIncident(once, { id, state, body }, operatorOf(principalOf(request)))),
      );
    },
  );
};
