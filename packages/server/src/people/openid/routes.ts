import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { IdPath, NoContent } from '../access/account-fields.ts';
import { principalOf } from '../access/authentication.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { PageQuery, windowOf } from '../../ground/http/paging.ts';
import { onWire } from '../../ground/http/wire.ts';
import { type Provider, providerSignInPath } from '../providers/providers.ts';
import { callerOrigin } from '../../ground/http/caller-address.ts';
import {
  getProvider,
  listAllProviders,
  type ProviderOfTenant as TenantProvider,
  type ProviderSettings,
  removeProvider,
  setProvider,
  setProviderTerms,
  testProvider,
  unlinkIdentity,
} from './change-provider.ts';
import type { OpenIdContext } from './connect-provider.ts';
import {
  IdentityProvider,
  ProviderChange,
  ProviderOfTenant,
  ProviderOfTenantPage,
  ProviderTerms,
  ProviderTest,
} from './schemas.ts';
import { redirectUriOf } from './start-sign-in.ts';

const config = { dialect: APP_DIALECT, role: 'admin' as const, sessionOnly: true };
const platformConfig = { dialect: APP_DIALECT, superadminOnly: true };
const tags = ['Settings'];
const NO_PROVIDER = { 404: 'The organisation has no identity provider.' };

/** The provider of a tenant, for its admins, and what the platform's superadmins may do with it. */
export const identityProviderRoutes: FastifyPluginAsyncZod<{ context: OpenIdContext }> = async (
  app,
  { context },
) => {
  const publicUrlOf = (request: FastifyRequest) => callerOrigin(request, context.publicUrl);

  app.get(
    '/settings/identity-provider',
    {
      config,
      schema: {
        operationId: 'getIdentityProvider',
        tags,
        summary: "The organisation's own identity provider",
        description:
          'By which its members sign in, with the addresses to register at the provider and to give to the members. The secret of the client is not shown.',
        response: {
          200: IdentityProvider.describe('The provider.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503], NO_PROVIDER),
        },
      },
    },
    async (request) => toRecord(await getProvider(context, principalOf(request)), publicUrlOf(request)),
  );

  app.put(
    '/settings/identity-provider',
    {
      config,
      schema: {
        operationId: 'setIdentityProvider',
        tags,
        summary: "Set the organisation's own identity provider",
        description:
          'The provider is asked before anything is saved: it must answer as the issuer that it is, know the scopes, publish keys and take the client (422 says what is wrong). Another issuer or client unlinks everybody; they are linked anew by their verified addresses. `required` takes a sign-in that has worked and a second factor of the admin (409).',
        body: ProviderChange,
        response: {
          200: IdentityProvider.describe('The provider as set.'),
          ...errorResponses([400, 401, 403, 409, 413, 422, 429, 500, 503], {
            409: 'It cannot be required yet.',
          }),
        },
      },
    },
    async (request) => {
      const publicUrl = publicUrlOf(request);
      const input = { settings: toSettings(request.body), redirectUri: redirectUriOf(publicUrl) };
      return toRecord(await setProvider(context, principalOf(request), input), publicUrl);
    },
  );

  app.delete(
    '/settings/identity-provider',
    {
      config,
      schema: {
        operationId: 'removeIdentityProvider',
        tags,
        summary: "Remove the organisation's own identity provider",
        description:
          'Passwords count again at once. Who signed in by the provider alone sets a password with a link by mail. Sessions go on.',
        response: {
          204: NoContent,
          ...errorResponses([400, 401, 403, 404, 429, 500, 503], NO_PROVIDER),
        },
      },
    },
    async (request, reply) => {
      await removeProvider(context, principalOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/settings/identity-provider/test',
    {
      config,
      schema: {
        operationId: 'testIdentityProvider',
        tags,
        summary: 'Test the identity provider without signing in',
        description:
          'Reads what the provider publishes now and asks with a code that is none whether it takes the client.',
        response: {
          200: ProviderTest.describe('What was found.'),
          ...errorResponses([400, 401, 403, 404, 413, 429, 500, 503], NO_PROVIDER),
        },
      },
    },
    async (request) => {
      const redirectUri = redirectUriOf(publicUrlOf(request));
      const found = await testProvider(context, principalOf(request), redirectUri);
      return {
        faults: found.faults.map(({ field, text }) => ({ field, detail: text })),
        signing_keys: found.signingKeys,
        client_accepted: found.acceptsClient ?? null,
      };
    },
  );

  app.delete(
    '/auth/users/:id/identity',
    {
      config,
      schema: {
        operationId: 'unlinkUser',
        tags: ['Tenant'],
        summary: 'Unlink a user from an identity of the provider',
        description:
          'For a person who has got another identity at the provider: the next sign-in with the verified address of the user links it anew. The user stays signed in.',
        params: IdPath,
        response: {
          204: NoContent,
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            403: 'Not an admin, or the user belongs to another tenant: `insufficient_scope`.',
            404: 'There is no user with this id, or it is not linked.',
          }),
        },
      },
    },
    async (request, reply) => {
      await unlinkIdentity(context, principalOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/admin/identity-providers',
    {
      config: platformConfig,
      schema: {
        operationId: 'listIdentityProviders',
        tags: ['Platform'],
        summary: 'Identity providers of the tenants, the oldest first',
        description: 'Which tenants sign in by a provider of their own, and the domains that are confirmed.',
        querystring: PageQuery,
        response: {
          200: ProviderOfTenantPage.describe('The providers.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { providers, total } = await listAllProviders(context, windowOf(request.query));
      return { items: providers.map(toTenantRecord), total, ...request.query };
    },
  );

  app.patch(
    '/admin/identity-providers/:id',
    {
      config: platformConfig,
      schema: {
        operationId: 'setIdentityProviderTerms',
        tags: ['Platform'],
        summary: 'Confirm domains of a tenant, or let its passwords count again',
        description:
          "`id` is that of the tenant. Confirm a domain only when you know that it is the tenant's: its provider speaks for every address of it, and people find the provider by it. `required: false` helps a tenant whose provider fails.",
        params: IdPath,
        body: ProviderTerms,
        response: {
          200: ProviderOfTenant.describe('The provider as changed.'),
          ...errorResponses([400, 401, 403, 404, 413, 422, 429, 500, 503], {
            404: 'There is no such tenant with a provider.',
            422: "A domain is another tenant's, or a field is wrong.",
          }),
        },
      },
    },
    async (request) => {
      const { domains, required } = request.body;
      const terms = {
        tenantId: request.params.id,
        ...(domains && { domains: [...new Set(domains)] }),
        ...(required === false && { isRequired: required }),
      };
      return toTenantRecord(await setProviderTerms(context, principalOf(request), terms));
    },
  );
};

function toSettings({ required: is_required, ...body }: z.infer<typeof ProviderChange>): ProviderSettings {
  const { client_secret, scopes } = body;
  return { ...body, client_secret, scopes: [...new Set(scopes)], is_required };
}

/** The secret of the client stays here, whatever the schema of an answer says. */
function toRecord({ client_secret, ...provider }: Provider, publicUrl: string) {
  return {
    ...onWire(provider),
    has_client_secret: client_secret !== null,
    required: provider.is_required,
    sign_in_url: `${publicUrl}${providerSignInPath(provider.name)}`,
    redirect_uri: redirectUriOf(publicUrl),
  };
}

function toTenantRecord(provider: TenantProvider) {
  const { client_secret: _, ...visible } = provider;
  return { ...onWire(visible), required: provider.is_required };
}
