import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountContext } from '../access/account-context.ts';
import { acceptInvitation, lookUpInvitation } from '../invitations/rules.ts';
import { requestPasswordReset, resetPassword } from '../passwords/rules.ts';
import { RESET_LIFETIME_S } from '../access/mailed-secret.ts';
import { callerAddress } from '../../ground/http/caller-address.ts';
import { deviceTokensOf, setDeviceCookie } from '../access/known-device.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { NoContent } from '../access/account-fields.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { InvitationAcceptance, InvitationLookup, InvitationLookupQuery } from '../invitations/record.ts';
import { MailSent, PasswordForgotten, PasswordReset, TokenResponse } from '../sessions/schemas.ts';
import { originOf, tokenReply } from '../sessions/token-routes.ts';

/** What mailed links lead to; none of these routes takes a credential. */
export const publicAccountRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  const config = { dialect: APP_DIALECT };

  app.get(
    '/auth/invitations/lookup',
    {
      config,
      schema: {
        operationId: 'lookUpInvitation',
        tags: ['Registration'],
        summary: 'What an invitation stands for',
        description:
          'For the page that the mailed link opens: the address, the organisation and the role, before the invited person chooses a password. It does not use the invitation up.',
        querystring: InvitationLookupQuery,
        response: {
          200: InvitationLookup.describe('The invitation.'),
          ...errorResponses([400, 404, 422, 429, 500, 503], {
            404: 'The link was used, taken back or has expired.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { email, tenant_name, role, provider } = await lookUpInvitation(context, request.query.token);
      void reply.header('Cache-Control', 'no-store');
      const byProvider = provider?.is_required === true ? ('required' as const) : ('optional' as const);
      const identity_provider = provider === undefined ? ('none' as const) : byProvider;
      return { email, tenant_name, role, identity_provider };
    },
  );

  app.post(
    '/auth/invitations/accept',
    {
      config,
      schema: {
        operationId: 'acceptInvitation',
        tags: ['Registration'],
        summary: 'Accept an invitation, and sign in',
        description:
          'Creates the account of the invited person with the role of the invitation, and answers with a session token. The link works once, for 7 days. An address that has an account cannot join a second organisation.',
        body: InvitationAcceptance,
        response: {
          201: TokenResponse.describe('A session token of the new user.'),
          ...errorResponses([400, 403, 404, 409, 413, 422, 429, 500, 503], {
            403: 'The organisation requires sign-in by its own provider: `sign_in_refused`; begin it with the token at `/auth/openid/start`.',
            404: 'The link was used, taken back or has expired.',
            409: 'The address has an account already.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { token, password, full_name, locale } = request.body;
      const input = { token, password, fullName: full_name, ...(locale && { locale }), ...originOf(request) };
      void reply.code(201);
      return tokenReply(reply, await acceptInvitation(context, input));
    },
  );

  app.post(
    '/auth/password/forgot',
    {
      config,
      schema: {
        operationId: 'forgotPassword',
        tags: ['Authentication'],
        summary: 'Ask for a link that sets a new password',
        description:
          'The answer is the same whether or not the address has an account. The link is valid for an hour. To one address go at most one mail a minute and 6 a day, whatever the source of the requests.',
        body: PasswordForgotten,
        response: {
          202: MailSent.describe('A mail is on its way, if there is an account.'),
          ...errorResponses([400, 413, 422, 429, 500, 503]),
        },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      const deviceTokens = deviceTokensOf(request);
      await requestPasswordReset(context, { email, address: callerAddress(request), deviceTokens });
      void reply.code(202);
      return { expires_in: RESET_LIFETIME_S };
    },
  );

  app.post(
    '/auth/password/reset',
    {
      config,
      schema: {
        operationId: 'resetPassword',
        tags: ['Authentication'],
        summary: 'Set a new password with the token of the link',
        description:
          'Ends every session of the user, and the waiting after wrong passwords. Sign in with the new password afterwards.',
        body: PasswordReset,
        response: {
          204: NoContent,
          ...errorResponses([400, 403, 413, 422, 429, 500, 503], {
            403: 'The organisation requires sign-in by its own provider: `sign_in_refused`.',
            422: 'The link was used or has expired, the password is too weak, or a field is missing.',
          }),
        },
      },
    },
    async (request, reply) => {
      const device = await resetPassword(context, { ...request.body, address: callerAddress(request) });
      setDeviceCookie(reply, device);
      return reply.code(204).send(null);
    },
  );
};
