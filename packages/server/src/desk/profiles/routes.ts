import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { IdPath, NoContent } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import type { SiteContext } from '../portfolio/site-rules.ts';
import { getProfile, MOST_DAYS, putProfile, removeProfile } from './keep-profile.ts';
import {
  NewProfile,
  periodsOf,
  PROFILE_CSV,
  ProfileDayPath,
  ProfileQuery,
  ProfileRecord,
  PutProfileRecord,
  toProfile,
  toPutProfile,
} from './record.ts';

const mayRead = { dialect: APP_DIALECT, scope: 'portfolio:read' as const };
const mayUpload = { dialect: APP_DIALECT, role: 'trader' as const, scope: 'portfolio:write' as const };
const tags = ['Portfolio'];
const errors = errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
  409: 'A battery has no profile, or the site has profiles of as many days as it may have.',
  422: 'A line or a value is mistyped or out of range, a period of a day is missing or there twice; detail lists every fault, with its line.',
});

/** What plants generate and loads take on single days, as their owners upload it. */
export const profileRoutes: FastifyPluginAsyncZod<{ context: SiteContext }> = async (app, { context }) => {
  app.put(
    '/portfolio/sites/:id/profile',
    {
      config: mayUpload,
      schema: {
        operationId: 'putSiteProfile',
        tags,
        summary: 'Upload what a plant generates or a load takes on single days',
        description: `By hour or quarter hour, as JSON or CSV, up to ${MOST_DAYS} whole days from a year back to a year ahead. All days are stored or none; an earlier upload of a day gives way. Valuation, plan and offer of these days rest on it; what was kept before is not changed. \`dry_run\` checks and stores nothing.`,
        params: IdPath,
        body: NewProfile,
        response: { 200: PutProfileRecord.describe('The days.'), ...errors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const put = await putProfile(context, principalOf(request), { id, ...request.body });
      return toPutProfile(id, put, request.body);
    },
  );

  app.get(
    '/portfolio/sites/:id/profile',
    {
      config: mayRead,
      schema: {
        operationId: 'getSiteProfile',
        tags,
        summary: 'What was uploaded of the days of a plant or a load',
        description: `Up to ${MOST_DAYS} days, from today on when no day is named. As CSV it can be uploaded again.`,
        params: IdPath,
        querystring: ProfileQuery,
        response: { 200: readResponse('The days.', ProfileRecord), ...errors },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { id } = request.params;
      const { date_from: from, date_to: to } = query;
      const days = await getProfile(context, principalOf(request), { id, from, to });
      if (!wantsCsv(request.headers.accept, query.format)) return toProfile(id, days);
      const name = ['profile', days.at(0)?.day, days.at(-1)?.day];
      return sendCsv(reply, { name, columns: PROFILE_CSV, records: periodsOf(days) }, query.locale);
    },
  );

  app.delete(
    '/portfolio/sites/:id/profile/:date',
    {
      config: mayUpload,
      schema: {
        operationId: 'deleteSiteProfile',
        tags,
        summary: 'Delete what was uploaded of a day of a plant or a load',
        description:
          'The power of the day rests on the profile of the site or a flat assumption again. What was kept is not changed.',
        params: ProfileDayPath,
        response: { 204: NoContent, ...errors },
      },
    },
    async (request, reply) => {
      const { id, date } = request.params;
      await removeProfile(context, principalOf(request), { id, day: date });
      return reply.code(204).send(null);
    },
  );
};
