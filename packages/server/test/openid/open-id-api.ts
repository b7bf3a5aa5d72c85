import assert from 'node:assert/strict';
import { IdentityProvider } from '../../src/people/openid/schemas.ts';
import { TokenResponse } from '../../src/people/sessions/schemas.ts';
import {
  type Answer,
  type TestApi,
  type TestApiOptions,
  type TestSession,
  ask,
  createTestApi,
} from '../http/test-api.ts';
import { CLIENTS, type RunningProvider, SERVICE_URL } from './run-provider.ts';

/** A browser: it keeps the cookies that it is given. */
export type Browser = Map<string, string>;

export interface OpenIdApi {
  api: TestApi;
  /** A tenant with the provider, and its admin. */
  makeTenant: (settings?: object) => Promise<TestSession & { name: string }>;
  set: (token: string, settings?: object) => Promise<Answer>;
  start: (browser: Browser, search: object) => Promise<Answer>;
  finish: (browser: Browser, query: string) => Promise<Answer>;
  /** Sends JSON as a page of the service does. */
  post: (browser: Browser, path: string, body: object) => Promise<Answer>;
  /** Signs a person of the provider in, from the start to the end. */
  signIn: (name: string, visitor: string, browser?: Browser) => Promise<Answer>;
  /** Makes the domain the tenant's. */
  confirm: (tenantId: string, ...domains: string[]) => Promise<void>;
}

export async function createOpenIdApi(
  provider: RunningProvider,
  options: TestApiOptions = {},
): Promise<OpenIdApi> {
  const api = await createTestApi(new Date().toISOString(), {
    signInPrivateOrigins: [provider.issuer],
    publicUrl: SERVICE_URL,
    trustedProxies: ['127.0.0.1'],
    ...options,
  });
  const { token: superadmin } = await api.createSession({ isSuperadmin: true });

  let posts = 0;

  async function post(browser: Browser, path: string, body: object): Promise<Answer> {
    const answered = await ask(api.app, {
      method: 'POST',
      url: `/api/v1${path}`,
      headers: {
        cookie: [...browser].map(([name, value]) => `${name}=${value}`).join('; '),
        // Of an address of its own: tests are not about limits.
        'x-forwarded-for': `198.51.${Math.floor(++posts / 250)}.${posts % 250}`,
      },
      payload: body,
    });
    const set = answered.headers['set-cookie'];
    for (const cookie of set?.split(/,(?=lonja_)/) ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') browser.delete(name);
      else browser.set(name, value);
    }
    return answered;
  }
  const set = (token: string, settings: object = {}) =>
    api.send('PUT', '/settings/identity-provider', token, {
      issuer: provider.issuer,
      client_id: CLIENTS.post.client_id,
      client_secret: CLIENTS.post.client_secret,
      ...settings,
    });
  const start = (browser: Browser, search: object) => post(browser, '/auth/openid/start', search);
  const finish = (browser: Browser, query: string) => post(browser, '/auth/openid/finish', { query });
  return {
    api,
    set,
    start,
    finish,
    post,
    async makeTenant(settings = {}) {
      const admin = await api.createSession();
      const answered = await set(admin.token, settings);
      assert.equal(answered.status, 200, answered.text);
      const { sign_in_url } = IdentityProvider.parse(answered.body);
      return { ...admin, name: sign_in_url.split('/').at(-1) ?? '' };
    },
    async signIn(name, visitor, browser = new Map()) {
      provider.visitor = visitor;
      const back = await provider.visit(urlOf(await start(browser, { name })));
      return finish(browser, back.search.slice(1));
    },
    async confirm(tenantId, ...domains) {
      const answered = await api.send('PATCH', `/admin/identity-providers/${tenantId}`, superadmin, {
        domains,
      });
      assert.equal(answered.status, 200, answered.text);
    },
  };
}

export function urlOf(answer: Answer): string {
  assert.equal(answer.status, 200, answer.text);
  return (answer.body as { authorization_url: string }).authorization_url;
}

export function sessionOf(answer: Answer): string {
  assert.equal(answer.status, 200, answer.text);
  return TokenResponse.parse(answer.body).access_token;
}
