import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountContext } from '../access/account-context.ts';
import type { Principal } from '../access/principal.ts';
import { changePassword } from '../passwords/rules.ts';
import { changeMe } from '../users/rules.ts';
import { getMe } from '../users/session-user.ts';
import { confirmTotp, enrolTotp, removeTotp, renewOwnRecoveryCodes } from '../factors/rules.ts';
import type { User } from '../users/store.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../access/authentication.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { given } from '../../ground/http/wire.ts';
import {
  RecoveryCodes,
  TokenResponse,
  TotpConfirmation,
  TotpConfirmed,
  TotpOffer,
  TotpState,
} from '../sessions/schemas.ts';
import {
  FactorConfirmation,
  Me,
  MeChange,
  PasswordChange,
  PasswordConfirmation,
  toMe,
} from '../users/record.ts';
import { originOf, tokenReply } from '../sessions/token-routes.ts';

const config = { dialect: APP_DIALECT, sessionOnly: true };
/** A session that must set up a second factor can. */
const enrolmentConfig = { ...config, duringEnrolment: true };
const tags = ['Account'];
const writeErrors = errorResponses([400, 401, 403, 413, 422, 429, 500, 503]);
const conflictErrors = errorResponses([400, 401, 403, 409, 413, 422, 429, 500, 503]);

interface MeOptions {
  context: AccountContext;
  /** How many notifications the user has not read. */
  countUnread: (context: AccountContext, principal: Principal) => Promise<number>;
}

/** The signed-in user's own account. */
export const meRoutes: FastifyPluginAsyncZod<MeOptions> = async (app, { context, countUnread }) => {
  const asMe = async (user: User, principal: Principal) =>
    toMe(user, principal, {
      now: context.clock.now(),
      unread: await countUnread(context, principal),
    });

  app.get(
    '/auth/me',
    {
      config: enrolmentConfig,
      schema: {
        operationId: 'getMe',
        tags,
        summary: 'The signed-in user',
        description:
          "Who the token belongs to: role, tenant, language, second factor, number of unread notifications and the service's clock in `now`. A session whose user still has to set up a required second factor may read it.",
        response: { 200: Me.describe('The user.'), ...errorResponses([400, 401, 403, 429, 500, 503]) },
      },
    },
    async (request) => {
      const principal = principalOf(request);
      return asMe(await getMe(context, principal), principal);
    },
  );

  app.patch(
    '/auth/me',
    {
      config,
      schema: {
        operationId: 'changeMe',
        tags,
        summary: 'Change name or language',
        description:
          'What is absent stays as it is. The language is that of mails and notifications. The e-mail address cannot be changed.',
        body: MeChange,
        response: { 200: Me.describe('The user as changed.'), ...writeErrors },
      },
    },
    async (request) => {
      const principal = principalOf(request);
      return asMe(await changeMe(context, principal, given(request.body)), principal);
    },
  );

  app.post(
    '/auth/password',
    {
      config,
      schema: {
        operationId: 'changePassword',
        tags,
        summary: 'Change the password',
        description: 'Ends every session of the user, this one too; the answer holds a new token.',
        body: PasswordChange,
        response: { 200: TokenResponse.describe('The token of a new session.'), ...writeErrors },
      },
    },
    async (request, reply) => {
      const { current_password, new_password } = request.body;
      const input = { currentPassword: current_password, newPassword: new_password, ...originOf(request) };
      return tokenReply(reply, await changePassword(context, principalOf(request), input));
    },
  );

  app.post(
    '/auth/totp/enrol',
    {
      config: enrolmentConfig,
      schema: {
        operationId: 'enrolTotp',
        tags,
        summary: 'Get a secret for an authenticator',
        description: 'The second factor is in force once a code was confirmed.',
        body: PasswordConfirmation,
        response: { 200: TotpOffer.describe('The secret, shown once.'), ...conflictErrors },
      },
    },
    async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      return enrolTotp(context, principalOf(request), request.body.password);
    },
  );

  app.post(
    '/auth/totp/confirm',
    {
      config: enrolmentConfig,
      schema: {
        operationId: 'confirmTotp',
        tags,
        summary: 'Put the second factor in force with a first code',
        description:
          'The answer has ten recovery codes for the day on which the authenticator is lost. Ends every other session of the user.',
        body: TotpConfirmation,
        response: { 200: TotpConfirmed.describe('The second factor is in force.'), ...conflictErrors },
      },
    },
    async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      const codes = await confirmTotp(context, principalOf(request), request.body.otp);
      return { totp_enabled: true, recovery_codes: codes };
    },
  );

  app.post(
    '/auth/totp/recovery-codes',
    {
      config,
      schema: {
        operationId: 'renewRecoveryCodes',
        tags,
        summary: 'Get new recovery codes; the old ones work no more',
        description: 'Takes a code of the second factor, or a recovery code, beside the password.',
        body: FactorConfirmation,
        response: { 200: RecoveryCodes.describe('The codes, shown once.'), ...conflictErrors },
      },
    },
    async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      const { password, otp } = request.body;
      return {
        recovery_codes: await renewOwnRecoveryCodes(context, principalOf(request), { password, otp }),
      };
    },
  );

  app.post(
    '/auth/totp/remove',
    {
      config,
      schema: {
        operationId: 'removeTotp',
        tags,
        summary: 'Remove the second factor',
        description:
          'One in force takes a code of it, or a recovery code, beside the password. Ends every other session of the user.',
        body: FactorConfirmation,
        response: { 200: TotpState.describe('Sign-in asks for the password alone.'), ...writeErrors },
      },
    },
    async (request) => {
      const { password, otp } = request.body;
      await removeTotp(context, principalOf(request), { password, otp });
      return { totp_enabled: false };
    },
  );
};
