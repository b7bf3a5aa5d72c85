import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { API_PREFIX } from '../../ground/http/service-links.ts';
import { callerOrigin } from '../../ground/http/caller-address.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { deviceTokensOf } from '../access/known-device.ts';
import { TokenResponse } from '../sessions/schemas.ts';
import { originOf, tokenReply } from '../sessions/token-routes.ts';
import { createMetadataFinder, type OpenIdContext } from './connect-provider.ts';
import { confirmSignIn, finishSignIn } from './finish-sign-in.ts';
import { CodeNeeded, SignInAnswer, SignInCode, SignInStart, SignInStarted } from './schemas.ts';
import { SIGN_IN_LIFETIME_S } from './sign-in-token.ts';
import { type ProviderSearch, startSignIn } from './start-sign-in.ts';

const config = { dialect: APP_DIALECT };
const tags = ['Authentication'];
const REFUSED =
  "The sign-in has ended or is another browser's, the provider refused, its answer is not valid, or the person may not enter: `sign_in_refused`.";

/** Signing in by the provider of a tenant; none of these routes takes a credential. */
export const openIdRoutes: FastifyPluginAsyncZod<{ context: OpenIdContext }> = async (
  app,
  { context: given },
) => {
  const context = { ...given, findMetadata: createMetadataFinder(given.fetchProvider) };

  app.post(
    '/auth/openid/start',
    {
      config,
      schema: {
        operationId: 'startOpenIdSignIn',
        tags,
        summary: "Begin a sign-in by an organisation's own provider (OpenID Connect)",
        description:
          "Finds the provider by the name in the organisation's sign-in address, by the domain of an e-mail address that the operator has confirmed, or by the token of a mailed invitation. The answer says nothing of accounts. A cookie binds the sign-in to the browser for ten minutes.",
        body: SignInStart,
        response: {
          200: SignInStarted.describe('Where to go on.'),
          ...errorResponses([400, 404, 413, 422, 429, 500, 503], {
            404: 'No organisation signs in by its own provider with this, or the invitation is over.',
            503: 'The provider cannot be asked now.',
          }),
        },
      },
    },
    async (request, reply) => {
      const publicUrl = callerOrigin(request, context.publicUrl);
      const search = request.body as ProviderSearch;
      const { url, state, token } = await startSignIn(context, { search, publicUrl });
      setSignInCookie(reply, state, token, SIGN_IN_LIFETIME_S);
      void reply.header('Cache-Control', 'no-store');
      return { authorization_url: url };
    },
  );

  app.post(
    '/auth/openid/finish',
    {
      config,
      schema: {
        operationId: 'finishOpenIdSignIn',
        tags,
        summary: 'End a sign-in with what the provider sent back',
        description:
          'The page that the provider sends the browser back to sends its query here, once, with the cookie of the start. Where the tenant demands a second factor of its own, the answer is 202 and the code goes to `/auth/openid/code`; otherwise the provider answers for it.',
        body: SignInAnswer,
        response: {
          200: TokenResponse.describe('The session token.'),
          202: CodeNeeded.describe('A code of the second factor is needed.'),
          ...errorResponses([400, 403, 413, 422, 429, 500, 503], {
            403: REFUSED,
            503: 'The provider cannot be asked now.',
          }),
        },
      },
    },
    async (request, reply) => {
      const query = new URLSearchParams(request.body.query);
      const state = query.get('state') ?? '';
      const token = signInTokenOf(request, state);
      if (token !== undefined) clearSignInCookie(reply, state);
      const person = { ...originOf(request), deviceTokens: deviceTokensOf(request) };
      const finished = await finishSignIn(context, { ...person, query, token });
      if ('signedIn' in finished) return tokenReply(reply, finished.signedIn);
      setCodeCookie(reply, finished.codeToken);
      return reply.code(202).send({ second_factor_needed: true });
    },
  );

  app.post(
    '/auth/openid/code',
    {
      config,
      schema: {
        operationId: 'confirmOpenIdSignIn',
        tags,
        summary: 'End a sign-in with a code of the second factor',
        description:
          'After 202 from `/auth/openid/finish`, within five minutes and in the same browser. Wrong codes count as those of a sign-in by password do.',
        body: SignInCode,
        response: {
          200: TokenResponse.describe('The session token.'),
          ...errorResponses([400, 401, 403, 413, 422, 429, 500, 503], {
            401: 'The code is wrong or was used: `invalid_credentials`.',
            403: "The sign-in has ended or is another browser's: `sign_in_refused`.",
          }),
        },
      },
    },
    async (request, reply) => {
      const person = { ...originOf(request), deviceTokens: deviceTokensOf(request) };
      const { otp } = request.body;
      const signedIn = await confirmSignIn(context, { ...person, token: codeTokenOf(request), otp });
      clearCodeCookie(reply);
      return tokenReply(reply, signedIn);
    },
  );
};

const SIGN_IN_PREFIX = 'lonja_sign_in_';
const CODE_COOKIE = 'lonja_sign_in_code';
const CODE_LIFETIME_S = 300;
const STATE_CHARACTERS = 8;

/** Of one sign-in of a browser, which may have begun several. */
function signInCookie(state: string): string {
  return `${SIGN_IN_PREFIX}${state.slice(0, STATE_CHARACTERS)}`;
}

/** The token of the sign-in that a state belongs to, where this browser began it. */
function signInTokenOf({ headers }: FastifyRequest, state: string): string | undefined {
  return parseCookie(headers.cookie ?? '')[signInCookie(state)];
}

function codeTokenOf({ headers }: FastifyRequest): string | undefined {
  return parseCookie(headers.cookie ?? '')[CODE_COOKIE];
}

function setSignInCookie(reply: FastifyReply, state: string, token: string, maxAge: number): void {
  setCookie(reply, { name: signInCookie(state), value: token, maxAge });
}

function clearSignInCookie(reply: FastifyReply, state: string): void {
  setCookie(reply, { name: signInCookie(state), value: '', maxAge: 0 });
}

function setCodeCookie(reply: FastifyReply, token: string): void {
  setCookie(reply, { name: CODE_COOKIE, value: token, maxAge: CODE_LIFETIME_S });
}

function clearCodeCookie(reply: FastifyReply): void {
  setCookie(reply, { name: CODE_COOKIE, value: '', maxAge: 0 });
}

/** The page that ends a sign-in is the service's own, so no other site ever sends it. */
function setCookie(reply: FastifyReply, cookie: { name: string; value: string; maxAge: number }): void {
  const text = stringifySetCookie({
    ...cookie,
    path: `${API_PREFIX}/auth/openid`,
    httpOnly: true,
    sameSite: 'strict',
    secure: reply.request.protocol === 'https',
  });
  void reply.header('Set-Cookie', text);
}
