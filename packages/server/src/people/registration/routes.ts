import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountContext } from '../access/account-context.ts';
import {
  finishRegistration,
  resendCode,
  type StartedRegistration,
  startRegistration,
  verifyCode,
} from './rules.ts';
import { callerAddress } from '../../ground/http/caller-address.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import {
  CodeResend,
  CodeVerification,
  CodeVerified,
  RegistrationCompletion,
  RegistrationReply,
  RegistrationRequest,
} from './schemas.ts';
import { TokenResponse } from '../sessions/schemas.ts';
import { originOf, tokenReply } from '../sessions/token-routes.ts';

const NOT_FOUND = { 404: 'There is no open registration with this id.' };

/** From an e-mail address to a tenant with its first admin; none of these routes takes a credential. */
export const registrationRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  const config = { dialect: APP_DIALECT };
  const tags = ['Registration'];

  app.post(
    '/auth/register',
    {
      config,
      schema: {
        operationId: 'startRegistration',
        tags,
        summary: 'Start a registration: a code is mailed to the address',
        description:
          'The answer is the same for an address that has an account; its owner gets a mail that says so. To one address go at most one mail a minute and 6 a day, whatever the source of the requests.',
        body: RegistrationRequest,
        response: {
          202: RegistrationReply.describe('A mail is on its way.'),
          ...errorResponses([400, 413, 422, 429, 500, 503]),
        },
      },
    },
    async (request, reply) => {
      const { email, tenant_name, locale } = request.body;
      void reply.code(202);
      return toReply(
        await startRegistration(context, {
          email,
          tenantName: tenant_name,
          locale,
          address: callerAddress(request),
        }),
      );
    },
  );

  app.post(
    '/auth/register/resend',
    {
      config,
      schema: {
        operationId: 'resendRegistrationCode',
        tags,
        summary: 'Mail a new code, which takes the place of the earlier one',
        description:
          'For somebody whose mail did not arrive. The earlier code ends. A registration is sent 5 codes at most, and an address one mail a minute: within that minute the answer is the same and no mail goes out.',
        body: CodeResend,
        response: {
          202: RegistrationReply.describe('A mail is on its way.'),
          ...errorResponses([400, 404, 409, 413, 422, 429, 500, 503], {
            ...NOT_FOUND,
            409: 'The registration was sent 5 codes already.',
          }),
        },
      },
    },
    async (request, reply) => {
      void reply.code(202);
      return toReply(
        await resendCode(context, {
          registrationId: request.body.registration_id,
          address: callerAddress(request),
        }),
      );
    },
  );

  app.post(
    '/auth/register/verify',
    {
      config,
      schema: {
        operationId: 'verifyRegistrationCode',
        tags,
        summary: 'Ask whether a code is right, without using it up',
        description: 'Optional. A wrong code counts: after 5 of them only a new code helps.',
        body: CodeVerification,
        response: {
          200: CodeVerified.describe('The code is right.'),
          ...errorResponses([400, 404, 413, 422, 429, 500, 503], {
            ...NOT_FOUND,
            422: 'The code is wrong or has expired, or a field is missing.',
          }),
        },
      },
    },
    async (request) => {
      const { registration_id, code } = request.body;
      await verifyCode(context, { registrationId: registration_id, code });
      return { verified: true as const };
    },
  );

  app.post(
    '/auth/register/complete',
    {
      config,
      schema: {
        operationId: 'completeRegistration',
        tags,
        summary: 'Create the tenant and its first admin, and sign in',
        description:
          'The last step of a registration. The code has 10 minutes and 5 tries. The password needs 8 characters and must not be a common one; the 422 names the rule that it breaks. The answer has a session token, so no sign-in follows.',
        body: RegistrationCompletion,
        response: {
          201: TokenResponse.describe('A session token of the new admin.'),
          ...errorResponses([400, 404, 409, 413, 422, 429, 500, 503], {
            ...NOT_FOUND,
            409: 'The address has an account by now.',
            422: 'The code is wrong or has expired, the password is too weak, or a field is missing.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { registration_id, full_name, locale, ...rest } = request.body;
      const signedIn = await finishRegistration(context, {
        ...rest,
        ...originOf(request),
        registrationId: registration_id,
        fullName: full_name,
        ...(locale && { locale }),
      });
      void reply.code(201);
      return tokenReply(reply, signedIn);
    },
  );
};

function toReply({ registrationId, expiresInS }: StartedRegistration) {
  return { registration_id: registrationId, expires_in: expiresInS };
}
