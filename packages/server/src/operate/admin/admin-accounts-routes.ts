import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { getTenant, setTenantActive } from '../../people/tenants/rules.ts';
import { getPlatformStats, listAllTenants, listAllUsers } from './platform.ts';
import { setUserActive } from '../../people/users/rules.ts';
import type { AccountContext } from '../../people/access/account-context.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import {
  PlatformStatsRecord,
  PlatformUserPage,
  PlatformUserRecord,
  TenantPage,
  TenantRecord,
  toTenantRecord,
} from './admin-accounts-record.ts';
import { onWire } from '../../ground/http/wire.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { PageQuery, windowOf } from '../../ground/http/paging.ts';

const config = { dialect: APP_DIALECT, superadminOnly: true };
const tags = ['Platform'];
const listErrors = errorResponses([400, 401, 403, 422, 429, 500, 503]);
const changeErrors = errorResponses([400, 401, 403, 404, 409, 413, 429, 500, 503]);

/** Tenants and users of the whole platform, for its superadmins. */
export const adminAccountRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/admin/tenants',
    {
      config,
      schema: {
        operationId: 'listTenants',
        tags,
        summary: 'All tenants, the oldest first',
        description: 'Every organisation with its subscription and request limit, deactivated ones too.',
        querystring: PageQuery,
        response: { 200: TenantPage.describe('The tenants.'), ...listErrors },
      },
    },
    async (request) => {
      const { tenants, total } = await listAllTenants(context, windowOf(request.query));
      return { items: tenants.map(toTenantRecord), total, ...request.query };
    },
  );

  app.get(
    '/admin/tenants/:id',
    {
      config,
      schema: {
        operationId: 'getTenant',
        tags,
        summary: 'One tenant',
        description: 'The record of one organisation, as in the list.',
        params: IdPath,
        response: {
          200: TenantRecord.describe('The tenant.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503]),
        },
      },
    },
    async (request) => toTenantRecord(await getTenant(context.db, request.params.id)),
  );

  for (const [verb, isActive] of [
    ['deactivate', false],
    ['reactivate', true],
  ] as const) {
    app.post(
      `/admin/tenants/:id/${verb}`,
      {
        config,
        schema: {
          operationId: `${verb}Tenant`,
          tags,
          summary: isActive
            ? 'Let a tenant in again'
            : 'Refuse every session and key of a tenant from now on; nothing is deleted',
          description: isActive
            ? 'Its keys work again from the next request on. Its users sign in anew: no session comes back.'
            : 'Its sessions end, its keys are 401 and its webhooks are not sent. Data, users and keys stay. Your own tenant is 409.',
          params: IdPath,
          response: { 200: TenantRecord.describe('The tenant as changed.'), ...changeErrors },
        },
      },
      async (request) =>
        toTenantRecord(await setTenantActive(context, principalOf(request), request.params.id, isActive)),
    );

    app.post(
      `/admin/users/:id/${verb}`,
      {
        config,
        schema: {
          operationId: `${verb}PlatformUser`,
          tags,
          summary: isActive ? 'Let a user in again' : 'End every session of a user and refuse new ones',
          description: isActive
            ? 'The user signs in anew with the password of before.'
            : 'API keys that the user made belong to the tenant and go on. The last admin of a tenant and the last superadmin stay (409).',
          params: IdPath,
          response: { 200: PlatformUserRecord.describe('The user as changed.'), ...changeErrors },
        },
      },
      async (request) =>
        onWire(await setUserActive(context, principalOf(request), request.params.id, isActive)),
    );
  }

  app.get(
    '/admin/users',
    {
      config,
      schema: {
        operationId: 'listPlatformUsers',
        tags,
        summary: 'Users of all tenants, the oldest first',
        description:
          'Accounts of every organisation with role and the time of the last request, deactivated ones too.',
        querystring: PageQuery,
        response: { 200: PlatformUserPage.describe('The users.'), ...listErrors },
      },
    },
    async (request) => {
      const { users, total } = await listAllUsers(context, windowOf(request.query));
      return { items: users.map(onWire), total, ...request.query };
    },
  );

  app.get(
    '/admin/stats',
    {
      config,
      schema: {
        operationId: 'getPlatformStats',
        tags,
        summary: 'The platform in figures',
        description:
          'Counts of tenants, users, keys, sessions, requests of today and waiting work. Use it for an overview; metrics for alerts are at the address of Prometheus.',
        response: {
          200: PlatformStatsRecord.describe('The figures.'),
          ...errorResponses([400, 401, 403, 429, 500, 503]),
        },
      },
    },
    async () => {
      const first_run_file = (await context.hasFirstRunFile?.()) ?? false;
      return { ...(await getPlatformStats(context)), first_run_file };
    },
  );
};
