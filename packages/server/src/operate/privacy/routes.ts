import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FastifyReply } from 'fastify';
import type { AccountContext } from '../../people/access/account-context.ts';
import { deleteTenant } from './delete-tenant.ts';
import { eraseMe, eraseUser } from './erase-person.ts';
import { exportPerson, type PersonCopy } from './export-person.ts';
import { sessionOf } from '../../people/users/session-user.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { DeletionOfTenant, ErasureOfMe, ErasureOfUser, ErasureRecord, PersonCopyRecord } from './schemas.ts';
import { formatInstant } from '../../ground/http/wire.ts';

const own = { dialect: APP_DIALECT, sessionOnly: true };
const ofAdmins = { ...own, role: 'admin' as const };
const FOREIGN = {
  403: 'Not an admin, or the user belongs to another tenant: `insufficient_scope`.',
  404: 'There is no user with this id.',
};
const LAST = 'The last active admin of a tenant, or the last superadmin of the platform, stays.';

/** Copies of what is stored about people, their erasure, and the deletion of a tenant. */
export const privacyRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (app, { context }) => {
  app.get(
    '/auth/me/export',
    {
      config: own,
      schema: {
        operationId: 'exportMe',
        tags: ['Account'],
        summary: 'A copy of what is stored about the signed-in user',
        description:
          'Account, sessions, alert rules, notifications, tickets, what the audit log says, and the rest, without secrets. It is written into the audit log.',
        response: {
          200: PersonCopyRecord.describe('The copy.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503]),
        },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      return sendCopy(reply, await exportPerson(context, principal, sessionOf(principal).userId));
    },
  );

  app.post(
    '/auth/me/erase',
    {
      config: own,
      schema: {
        operationId: 'eraseMe',
        tags: ['Account'],
        summary: 'Erase the signed-in user',
        description:
          'Deletes account, sessions, alert rules and notifications at once, and takes the person out of what stays, such as the audit log. It cannot be undone. It takes the password, and a code of the second factor where there is one.',
        body: ErasureOfMe,
        response: {
          200: ErasureRecord.describe('What was deleted, and what stays and why.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], { 409: LAST }),
        },
      },
    },
    async (request) => {
      const { password, otp, revoke_api_keys: revokesKeys = false } = request.body;
      return eraseMe(context, principalOf(request), { password, otp, revokesKeys });
    },
  );

  app.get(
    '/auth/users/:id/export',
    {
      config: ofAdmins,
      schema: {
        operationId: 'exportUser',
        tags: ['Tenant'],
        summary: 'A copy of what is stored about a user of the tenant',
        description: 'What the user gets by `/auth/me/export`, for somebody who asks an admin for it.',
        params: IdPath,
        response: {
          200: PersonCopyRecord.describe('The copy.'),
          ...errorResponses([400, 401, 403, 404, 429, 500, 503], FOREIGN),
        },
      },
    },
    async (request, reply) =>
      sendCopy(reply, await exportPerson(context, principalOf(request), request.params.id)),
  );

  app.post(
    '/auth/users/:id/erase',
    {
      config: ofAdmins,
      schema: {
        operationId: 'eraseUser',
        tags: ['Tenant'],
        summary: 'Erase a user of the tenant',
        description:
          'Deletes the account and what belongs to it at once, and takes the person out of what stays. It cannot be undone: send the e-mail address of the user to confirm it. To keep somebody out and the account in, deactivate it.',
        params: IdPath,
        body: ErasureOfUser,
        response: {
          200: ErasureRecord.describe('What was deleted, and what stays and why.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            ...FOREIGN,
            409: `${LAST} Oneself is erased by \`/auth/me/erase\`.`,
          }),
        },
      },
    },
    async (request) => {
      const { email, revoke_api_keys: revokesKeys = false } = request.body;
      return eraseUser(context, principalOf(request), { id: request.params.id, email, revokesKeys });
    },
  );

  app.post(
    '/admin/tenants/:id/delete',
    {
      config: { dialect: APP_DIALECT, superadminOnly: true },
      schema: {
        operationId: 'deleteTenant',
        tags: ['Platform'],
        summary: 'Delete a deactivated tenant with all that is its own',
        description:
          'Users, keys, webhooks, sites, rules, tickets, usage and audit log go at once, and do not come back. Deactivate the tenant first (409), and send its name to confirm which one is meant. What operators did to it stays in the audit of the platform.',
        params: IdPath,
        body: DeletionOfTenant,
        response: {
          200: ErasureRecord.describe('What was deleted, and what stays and why.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            404: 'There is no tenant with this id.',
            409: 'The tenant is active, or it is your own.',
          }),
        },
      },
    },
    async (request) =>
      deleteTenant(context, principalOf(request), { id: request.params.id, name: request.body.name }),
  );
};

function sendCopy(reply: FastifyReply, { madeAt, user, records, cutOff }: PersonCopy) {
  void reply.header('Cache-Control', 'no-store');
  void reply.header('Content-Disposition', 'attachment; filename="lonja-person.json"');
  return {
    made_at: formatInstant(madeAt),
    person: { id: user.id, email: user.email, full_name: user.full_name },
    records: Object.fromEntries(
      Object.entries(records).map(([name, rows]) => [name, rows.map((row) => withUtcTimes(row))]),
    ),
    cut_off: cutOff,
  };
}

function withUtcTimes(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? formatInstant(value.getTime()) : value,
    ]),
  );
}
