import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { given, onWire } from '../../ground/http/wire.ts';
import { IdPath, NoContent } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { createOnce } from '../../people/access/idempotency.ts';
import { findPlaces, MOST_PLACES } from './find-places.ts';
import { NewSite, SiteChange, SitePage, SiteRecord, SitesQuery, toSiteFields } from './site-record.ts';
import { PlaceList, PlacesQuery } from './places-record.ts';
import { changeSite, createSite, getSite, listSitesOf, removeSite, type SiteContext } from './site-rules.ts';

const mayRead = { dialect: APP_DIALECT, scope: 'portfolio:read' as const };
const mayWrite = { dialect: APP_DIALECT, role: 'manager' as const, scope: 'portfolio:write' as const };
const tags = ['Portfolio'];
const readErrors = errorResponses([400, 401, 403, 404, 422, 429, 500, 503]);
const writeErrors = errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
  409: 'The tenant has as many sites as it may have.',
  422: 'A field is missing, of the wrong type, out of range or not one of this kind of site; detail lists every fault.',
});

/** The sites of a tenant: everyone reads them, managers and admins keep them. */
export const siteRoutes: FastifyPluginAsyncZod<{ context: SiteContext }> = async (app, { context }) => {
  app.get(
    '/portfolio/sites',
    {
      config: mayRead,
      schema: {
        operationId: 'listSites',
        tags,
        summary: 'Sites of the tenant, the newest first',
        description:
          'Plants, batteries and loads of the organisation; `kind` narrows the list. Figures of their worth are at `/portfolio/summary`.',
        querystring: SitesQuery,
        response: { 200: SitePage.describe('The sites.'), ...readErrors },
      },
    },
    async (request) => {
      const { kind, page, page_size } = request.query;
      const { sites, total } = await listSitesOf(context, principalOf(request), {
        kind,
        ...windowOf(request.query),
      });
      return { items: sites.map(onWire), total, page, page_size };
    },
  );

  app.post(
    '/portfolio/sites',
    {
      config: { ...mayWrite, createsOnce: true },
      schema: {
        operationId: 'createSite',
        tags,
        summary: 'Add a site',
        description:
          'At most 500 for a tenant. Which fields a site needs and which it cannot have depends on its kind.',
        body: NewSite,
        response: { 201: SiteRecord.describe('The site.'), ...writeErrors },
      },
    },
    async (request, reply) => {
      void reply.code(201);
      return createOnce({ context, request, reply }, async (once) =>
        onWire(await createSite(once, principalOf(request), toSiteFields(request.body))),
      );
    },
  );

  app.get(
    '/portfolio/places',
    {
      config: mayRead,
      schema: {
        operationId: 'findPlaces',
        tags,
        summary: 'Coordinates of a municipality',
        description: `Municipalities of Spain and towns of Portugal by name, for \`latitude\` and \`longitude\` of a site; the best ${MOST_PLACES}. In Spain the middle of the municipality (Instituto Geográfico Nacional, CC BY 4.0), in Portugal the town (GeoNames, CC BY 4.0).`,
        querystring: PlacesQuery,
        response: { 200: PlaceList.describe('The places, the best first.'), ...readErrors },
      },
    },
    async (request) => ({ items: await findPlaces(request.query.name) }),
  );

  app.get(
    '/portfolio/sites/:id',
    {
      config: mayRead,
      schema: {
        operationId: 'getSite',
        tags,
        summary: 'One site',
        description:
          'What was entered about the site. Its worth on a day is at `valuation`, its plan at `schedule`.',
        params: IdPath,
        response: { 200: SiteRecord.describe('The site.'), ...readErrors },
      },
    },
    async (request) => onWire(await getSite(context, principalOf(request), request.params.id)),
  );

  app.patch(
    '/portfolio/sites/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'changeSite',
        tags,
        summary: 'Change a site',
        description: 'What is absent stays as it is; null clears a field.',
        params: IdPath,
        body: SiteChange,
        response: { 200: SiteRecord.describe('The site after the change.'), ...writeErrors },
      },
    },
    async (request) =>
      onWire(await changeSite(context, principalOf(request), request.params.id, given(request.body))),
  );

  app.delete(
    '/portfolio/sites/:id',
    {
      config: mayWrite,
      schema: {
        operationId: 'deleteSite',
        tags,
        summary: 'Delete a site',
        description:
          'The site leaves the summary at once. It cannot be undone; nothing but the audit keeps it.',
        params: IdPath,
        response: { 204: NoContent, ...readErrors },
      },
    },
    async (request, reply) => {
      await removeSite(context, principalOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
};
