import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountContext } from '../access/account-context.ts';
import { listSessions, signOut } from './rules.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../access/authentication.ts';
import { IdPath, NoContent } from '../access/account-fields.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { PageQuery, windowOf } from '../../ground/http/paging.ts';
import { SessionPage } from './schemas.ts';
import { onWire } from '../../ground/http/wire.ts';

const config = { dialect: APP_DIALECT, sessionOnly: true };
const tags = ['Account'];

/** The signed-in user's sessions. */
export const sessionRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (app, { context }) => {
  app.get(
    '/auth/sessions',
    {
      config,
      schema: {
        operationId: 'listSessions',
        tags,
        summary: "The user's live sessions, the newest first",
        description:
          'Where the account is signed in: time, network address and program of each session. `current` marks the one that asks.',
        querystring: PageQuery,
        response: {
          200: SessionPage.describe('The sessions.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { offset, limit } = windowOf(request.query);
      const sessions = await listSessions(context, principalOf(request));
      const items = sessions.slice(offset, offset + limit).map(onWire);
      return { items, total: sessions.length, ...request.query };
    },
  );

  app.delete(
    '/auth/sessions/:id',
    {
      config,
      schema: {
        operationId: 'endSession',
        tags,
        summary: 'End one of the own sessions',
        description:
          'Signs another browser or program out at once. To sign out here, use `/auth/logout`; to end all sessions, change the password.',
        params: IdPath,
        response: {
          204: NoContent,
          ...errorResponses([400, 401, 403, 404, 413, 429, 500, 503], {
            403: 'The session belongs to another tenant: `insufficient_scope`.',
            404: 'The user has no live session with this id.',
          }),
        },
      },
    },
    async (request, reply) => {
      await signOut(context, principalOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/auth/logout',
    {
      config: { ...config, duringEnrolment: true },
      schema: {
        operationId: 'logout',
        tags,
        summary: 'End the session of this request',
        description: 'The token is refused from the next request on. Sessions of other devices stay.',
        response: { 204: NoContent, ...errorResponses([400, 401, 403, 413, 429, 500, 503]) },
      },
    },
    async (request, reply) => {
      await signOut(context, principalOf(request));
      return reply.code(204).send(null);
    },
  );
};
