import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { addKey, changeKey, listOwnKeys, rerollKey, revokeKey } from './rules.ts';
import type { AccountContext } from '../access/account-context.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../access/authentication.ts';
import { createOnce } from '../access/idempotency.ts';
import { IdPath, NoContent } from '../access/account-fields.ts';
import {
  ApiKeyChange,
  ApiKeyPage,
  ApiKeyQuery,
  ApiKeyRecord,
  ApiKeyRequest,
  CreatedApiKey,
  DEFAULT_OVERLAP_S,
  RerollRequest,
  toApiKeyRecord,
} from './record.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { parseInstant } from '../../ground/http/parameters.ts';

const config = { dialect: APP_DIALECT, role: 'admin' as const, sessionOnly: true };
const tags = ['API keys'];
const FOREIGN = {
  403: 'Not an admin, or the key belongs to another tenant: `insufficient_scope`.',
  404: 'There is no API key with this id.',
};

/** API keys of a tenant, for its admins. */
export const apiKeyRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (app, { context }) => {
  app.get(
    '/auth/api-keys',
    {
      config,
      schema: {
        operationId: 'listApiKeys',
        tags,
        summary: 'Keys of the tenant, the newest first',
        description:
          "Live, revoked and expired keys, recognisable by label and prefix. `last_used_at` finds keys that nobody needs. The key itself is never shown again; `created_by` narrows the list to one user's keys.",
        querystring: ApiKeyQuery,
        response: {
          200: ApiKeyPage.describe('The keys, without their secrets.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { page, page_size, created_by: createdBy } = request.query;
      const query = { createdBy, ...windowOf(request.query) };
      const { keys, total } = await listOwnKeys(context, principalOf(request), query);
      return { items: keys.map(toApiKeyRecord), total, page, page_size };
    },
  );

  app.post(
    '/auth/api-keys',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'createApiKey',
        tags,
        summary: 'Create a key',
        description: 'The full key is in this answer and nowhere else.',
        body: ApiKeyRequest,
        response: {
          201: CreatedApiKey.describe('The key.'),
          ...errorResponses([400, 401, 403, 409, 413, 422, 429, 500, 503], {
            409: 'The tenant has as many live keys as it may: 50, unless the operator set another number.',
          }),
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const { label, role = principal.role, scopes, expires_at, allowed_addresses } = request.body;
      const input = {
        label,
        role,
        ...(scopes && { scopes }),
        ...(typeof expires_at === 'string' && { expiresAt: parseInstant(expires_at) }),
        ...(allowed_addresses && { allowedAddresses: allowed_addresses }),
      };
      void reply.code(201).header('Cache-Control', 'no-store');
      return createOnce({ context, request, reply }, async (once) => {
        const { key, ...record } = await addKey(once, principal, input);
        return { ...toApiKeyRecord(record), key };
      });
    },
  );

  app.patch(
    '/auth/api-keys/:id',
    {
      config,
      schema: {
        operationId: 'changeApiKey',
        tags,
        summary: 'Change from where a key may be used',
        description:
          'With `allowed_addresses` requests from any other network address are 403 `address_not_allowed`, from the next one on, and open event streams end. Null lifts the limit. Behind a proxy the address is what `TRUSTED_PROXIES` says.',
        params: IdPath,
        body: ApiKeyChange,
        response: {
          200: ApiKeyRecord.describe('The key.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            ...FOREIGN,
            409: 'The key is revoked or expired.',
          }),
        },
      },
    },
    async (request) => {
      const { allowed_addresses = null } = request.body;
      const change = { allowed_addresses };
      return toApiKeyRecord(await changeKey(context, principalOf(request), request.params.id, change));
    },
  );

  app.delete(
    '/auth/api-keys/:id',
    {
      config,
      schema: {
        operationId: 'revokeApiKey',
        tags,
        summary: 'Revoke a key at once',
        description:
          'Requests with the key are 401 from the next one on. It cannot be undone, and revoking twice is no error. To change a key without a gap, use `reroll`.',
        params: IdPath,
        response: {
          204: NoContent,
          ...errorResponses([400, 401, 403, 404, 413, 429, 500, 503], FOREIGN),
        },
      },
    },
    async (request, reply) => {
      await revokeKey(context, principalOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/auth/api-keys/:id/reroll',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'rerollApiKey',
        tags,
        summary: 'Put a new key in the place of an old one',
        description:
          'The new key has the label, role, scopes, limit, expiry and allowed addresses of the old one, which works on for the overlap: a day, unless the body says otherwise.',
        params: IdPath,
        body: RerollRequest,
        response: {
          201: CreatedApiKey.describe('The new key.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            ...FOREIGN,
            409: 'The key is revoked, expired or replaced already, or the tenant has twice as many live keys as it may.',
          }),
        },
      },
    },
    async (request, reply) => {
      const overlapS = request.body?.overlap_seconds ?? DEFAULT_OVERLAP_S;
      void reply.code(201).header('Cache-Control', 'no-store');
      return createOnce({ context, request, reply }, async (once) => {
        const { key, ...record } = await rerollKey(once, principalOf(request), request.params.id, overlapS);
        return { ...toApiKeyRecord(record), key };
      });
    },
  );
};
