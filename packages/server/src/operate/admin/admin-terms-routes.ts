import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  listLimits,
  setKeyLimit,
  setSubscription,
  setTenantLimit,
  type TenantLimits,
} from '../../people/tenants/rules.ts';
import { listAllTenants } from './platform.ts';
import type { AccountContext } from '../../people/access/account-context.ts';
import type { ApiKey } from '../../people/api-keys/store.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import {
  KeyLimitRecord,
  LimitChange,
  SubscriptionChange,
  SubscriptionPage,
  SubscriptionRecord,
  TenantLimitPage,
  TenantLimitRecord,
  toSubscription,
} from './admin-accounts-record.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { PageQuery, windowOf } from '../../ground/http/paging.ts';

const config = { dialect: APP_DIALECT, superadminOnly: true };
const tags = ['Platform'];
const listErrors = errorResponses([400, 401, 403, 422, 429, 500, 503]);
const changeErrors = errorResponses([400, 401, 403, 404, 413, 422, 429, 500, 503]);

/** What tenants may read and how often, for the platform's superadmins. Changes count from the next request. */
export const adminTermRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/admin/subscriptions',
    {
      config,
      schema: {
        operationId: 'listSubscriptions',
        tags,
        summary: 'Market products of each tenant',
        description: 'What each tenant may read; every other product is 403 for its keys and sessions.',
        querystring: PageQuery,
        response: { 200: SubscriptionPage.describe('The subscriptions.'), ...listErrors },
      },
    },
    async (request) => {
      const { tenants, total } = await listAllTenants(context, windowOf(request.query));
      return { items: tenants.map(toSubscription), total, ...request.query };
    },
  );

  app.put(
    '/admin/subscriptions/:id',
    {
      config,
      schema: {
        operationId: 'setSubscription',
        tags,
        summary: 'Set the market products that a tenant may read',
        description:
          'Replaces the whole list, and counts from the next request on. Events and webhooks of a product that is taken away end too; an empty list leaves a tenant without prices and forecasts.',
        params: IdPath,
        body: SubscriptionChange,
        response: { 200: SubscriptionRecord.describe('The subscription as changed.'), ...changeErrors },
      },
    },
    async (request) => {
      const products = [...new Set(request.body.products)];
      return toSubscription(
        await setSubscription(context, principalOf(request), request.params.id, products),
      );
    },
  );

  app.get(
    '/admin/limits',
    {
      config,
      schema: {
        operationId: 'listLimits',
        tags,
        summary: 'Request limits of each tenant and of keys with a limit of their own',
        description: 'Null means the default, 60 requests a minute for each key or token.',
        querystring: PageQuery,
        response: { 200: TenantLimitPage.describe('The limits.'), ...listErrors },
      },
    },
    async (request) => {
      const { limits, total } = await listLimits(context, windowOf(request.query));
      return { items: limits.map(toTenantLimit), total, ...request.query };
    },
  );

  app.put(
    '/admin/limits/tenants/:id',
    {
      config,
      schema: {
        operationId: 'setTenantLimit',
        tags,
        summary: 'Set the limit of every credential of a tenant',
        description:
          'Holds for each of its keys and sessions that has no limit of its own, from the next request on. Null restores the default of 60. All credentials together stay below the limit of the installation (`TENANT_REQUESTS_PER_MINUTE`).',
        params: IdPath,
        body: LimitChange,
        response: { 200: TenantLimitRecord.describe('The limits as changed.'), ...changeErrors },
      },
    },
    async (request) => {
      const limit = request.body.requests_per_minute ?? undefined;
      return toTenantLimit(await setTenantLimit(context, principalOf(request), request.params.id, limit));
    },
  );

  app.put(
    '/admin/limits/api-keys/:id',
    {
      config,
      schema: {
        operationId: 'setApiKeyLimit',
        tags,
        summary: 'Set the limit of one key',
        description:
          'For one program that needs more, or less, than the others. Null takes the limit of the tenant again. 404 for a revoked key.',
        params: IdPath,
        body: LimitChange,
        response: { 200: KeyLimitRecord.describe('The limit as changed.'), ...changeErrors },
      },
    },
    async (request) => {
      const limit = request.body.requests_per_minute ?? undefined;
      return toKeyLimit(await setKeyLimit(context, principalOf(request), request.params.id, limit));
    },
  );
};

function toTenantLimit({ tenant, keys }: TenantLimits) {
  return {
    tenant_id: tenant.id,
    tenant_name: tenant.name,
    requests_per_minute: tenant.rate_limit,
    api_keys: keys.map(toKeyLimit),
  };
}

function toKeyLimit(key: ApiKey) {
  return {
    id: key.id,
    tenant_id: key.tenant_id,
    label: key.label,
    prefix: key.prefix,
    requests_per_minute: key.rate_limit,
  };
}
