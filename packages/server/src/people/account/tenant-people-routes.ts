import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountContext } from '../access/account-context.ts';
import { createInvitation, listOwnInvitations, revokeInvitation } from '../invitations/rules.ts';
import { endUserSessions } from '../sessions/rules.ts';
import { changeUser, listOwnUsers } from '../users/rules.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../access/authentication.ts';
import { createOnce } from '../access/idempotency.ts';
import { IdPath, NoContent } from '../access/account-fields.ts';
import { errorResponses } from '../../ground/http/error.ts';
import {
  InvitationPage,
  InvitationRecord,
  InvitationRequest,
  toInvitationRecord,
} from '../invitations/record.ts';
import { PageQuery, windowOf } from '../../ground/http/paging.ts';
import { given, onWire } from '../../ground/http/wire.ts';
import { ChangedUser, UserChange, UserPage } from '../users/record.ts';
import { toApiKeyRecord } from '../api-keys/record.ts';

const config = { dialect: APP_DIALECT, role: 'admin' as const, sessionOnly: true };
const tags = ['Tenant'];
const listErrors = errorResponses([400, 401, 403, 422, 429, 500, 503]);
const FOREIGN = { 403: 'Not an admin, or the record belongs to another tenant: `insufficient_scope`.' };

/** Users and invitations of a tenant, for its admins. */
export const tenantPeopleRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/auth/users',
    {
      config,
      schema: {
        operationId: 'listUsers',
        tags,
        summary: 'Users of the tenant, the oldest first',
        description:
          'Everybody in the organisation, deactivated users too, with role, second factor and the time of the last request.',
        querystring: PageQuery,
        response: { 200: UserPage.describe('The users.'), ...listErrors },
      },
    },
    async (request) => {
      const { users, total } = await listOwnUsers(context, principalOf(request), windowOf(request.query));
      return { items: users.map(onWire), total, ...request.query };
    },
  );

  app.patch(
    '/auth/users/:id',
    {
      config,
      schema: {
        operationId: 'changeUser',
        tags,
        summary: 'Change the role of a user, deactivate or reactivate',
        description:
          'API keys belong to the tenant and outlive the user who made them: the answer lists them, and `revoke_api_keys` revokes them.',
        params: IdPath,
        body: UserChange,
        response: {
          200: ChangedUser.describe('The user as changed.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            ...FOREIGN,
            404: 'There is no user with this id.',
            409: 'The last active admin can be neither demoted nor deactivated, nor the last superadmin of the platform deactivated.',
          }),
        },
      },
    },
    async (request) => {
      const { revoke_api_keys: revokesKeys = false, ...fields } = request.body;
      const change = { ...given(fields), revokesKeys };
      const { user, keys } = await changeUser(context, principalOf(request), request.params.id, change);
      return { ...onWire(user), api_keys: keys.map(toApiKeyRecord) };
    },
  );

  app.post(
    '/auth/users/:id/end-sessions',
    {
      config,
      schema: {
        operationId: 'endUserSessions',
        tags,
        summary: 'End every session of a user, who may sign in again',
        description:
          'For a lost device or a token that leaked. The password stays; deactivate the user to keep the account closed. API keys are not touched.',
        params: IdPath,
        response: {
          204: NoContent,
          ...errorResponses([400, 401, 403, 404, 413, 429, 500, 503], {
            ...FOREIGN,
            404: 'There is no user with this id.',
          }),
        },
      },
    },
    async (request, reply) => {
      await endUserSessions(context, principalOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/auth/invitations',
    {
      config,
      schema: {
        operationId: 'listInvitations',
        tags,
        summary: 'Invitations of the tenant, the newest first',
        description:
          'Pending, accepted, expired and revoked invitations. Links are never shown: they go by mail alone.',
        querystring: PageQuery,
        response: { 200: InvitationPage.describe('The invitations.'), ...listErrors },
      },
    },
    async (request) => {
      const { invitations, total } = await listOwnInvitations(
        context,
        principalOf(request),
        windowOf(request.query),
      );
      const now = context.clock.now();
      const items = invitations.map((invitation) => toInvitationRecord(invitation, now));
      return { items, total, ...request.query };
    },
  );

  app.post(
    '/auth/invitations',
    {
      config: { ...config, createsOnce: true },
      schema: {
        operationId: 'createInvitation',
        tags,
        summary: 'Invite someone: the link goes by mail alone',
        description:
          'Valid for 7 days and once. A pending invitation of the same address is replaced. At most 100 are pending; 30 go out in a day, 3 of them to one address, and not more than one a minute to it.',
        body: InvitationRequest,
        response: {
          201: InvitationRecord.describe('The invitation.'),
          ...errorResponses([400, 401, 403, 409, 413, 422, 429, 500, 503], {
            409: 'The address is a user of the tenant already, or 100 invitations are pending.',
          }),
        },
      },
    },
    async (request, reply) => {
      void reply.code(201);
      return createOnce({ context, request, reply }, async (once) => {
        const invitation = await createInvitation(once, principalOf(request), request.body);
        return toInvitationRecord(invitation, once.clock.now());
      });
    },
  );

  app.delete(
    '/auth/invitations/:id',
    {
      config,
      schema: {
        operationId: 'revokeInvitation',
        tags,
        summary: 'Take an invitation back',
        description:
          'The mailed link stops working at once. 409 after it was accepted: deactivate the user instead.',
        params: IdPath,
        response: {
          204: NoContent,
          ...errorResponses([400, 401, 403, 404, 409, 413, 429, 500, 503], {
            ...FOREIGN,
            404: 'There is no invitation with this id.',
            409: 'The invitation was accepted.',
          }),
        },
      },
    },
    async (request, reply) => {
      await revokeInvitation(context, principalOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
};
