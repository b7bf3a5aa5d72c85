import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type JWK, SignJWT, decodeJwt, exportJWK, generateKeyPair, importJWK } from 'jose';
import { type ClientMetadata, Provider } from 'oidc-provider';

/** Where the service is said to be reached. */
export const SERVICE_URL = 'https://lonja.example.com';

/** What a person is at the provider; `sub` is the name by which the person is known there. */
export interface Person {
  email?: string;
  email_verified?: unknown;
  name?: string;
  groups?: unknown;
  realm?: unknown;
  xms_edov?: unknown;
}

/** Changes answers of the provider on their way: what a faulty or a hostile one would send. */
export interface Tampering {
  /** Claims of ID tokens, which are signed again. */
  idToken?: (claims: Record<string, unknown>) => Record<string, unknown>;
  metadata?: (metadata: Record<string, unknown>) => Record<string, unknown>;
  /** Answers in the place of the provider; true: it has. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface RunningProvider {
  issuer: string;
  people: Record<string, Person>;
  /** The person who sits at the browser. */
  visitor: string;
  tampering: Tampering;
  /** Paths that were asked for. */
  asked: string[];
  /** Is the provider of a service at another address from now on. */
  serve(serviceUrl: string): void;
  /** Signs with another key from now on; the earlier one is published no more. */
  changeKey(): Promise<void>;
  /** Opens an address as a browser does, signs the visitor in, and gives where the provider sends the browser in the end. */
  visit(url: string): Promise<URL>;
  close(): Promise<void>;
}

export const CLIENTS = {
  post: {
    client_id: 'lonja',
    client_secret: 'plain-secret',
    token_endpoint_auth_method: 'client_secret_post',
  },
  basic: {
    client_id: 'lonja basic',
    client_secret: 'a+b%2B c-_.!~*\'()&=:/"',
    token_endpoint_auth_method: 'client_secret_basic',
  },
  open: { client_id: 'lonja-open', token_endpoint_auth_method: 'none' },
} as const;

interface ProviderOptions {
  /** How clients may say who they are; absent: in all ways. */
  authMethods?: string[];
  /** Whether claims come in the ID token, and not in the user info alone. */
  emailInIdToken?: boolean;
}

/** A provider of OpenID Connect on this machine: the npm package `oidc-provider`, whose people sign in without being asked. */
export async function runProvider(options: ProviderOptions = {}): Promise<RunningProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  let key = await makeKey();
  let serviceUrl = SERVICE_URL;
  let provider = makeProvider(issuer, key, () => running, { ...options, serviceUrl });
  const running: RunningProvider = {
    issuer,
    people: {},
    visitor: 'ana',
    tampering: {},
    asked: [],
    serve(url) {
      serviceUrl = url;
      provider = makeProvider(issuer, key, () => running, { ...options, serviceUrl });
    },
    async changeKey() {
      key = await makeKey();
      provider = makeProvider(issuer, key, () => running, { ...options, serviceUrl });
    },
    visit,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  server.on(
    'request',
    (request: IncomingMessage, response: ServerResponse) => void answer(request, response),
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', issuer);
    running.asked.push(pathname);
    const { idToken, metadata, answer: answersItself } = running.tampering;
    if (answersItself?.(request, response) === true) return;
    if (pathname.startsWith('/interaction/')) {
      const login = { accountId: running.visitor };
      await provider.interactionFinished(request, response, { login });
      return;
    }
    if (pathname === '/token' && idToken !== undefined) {
      await rewrite(request, response, async (body) => {
        if (typeof body['id_token'] !== 'string') return body;
        const claims = idToken({ ...decodeJwt(body['id_token']) });
        return { ...body, id_token: await sign(claims, key) };
      });
      return;
    }
    if (pathname === '/.well-known/openid-configuration' && metadata !== undefined) {
      await rewrite(request, response, async (body) => metadata(body));
      return;
    }
    void provider.callback()(request, response);
  }

  /** Lets the provider answer beside, and sends what it says with changes. */
  async function rewrite(
    request: IncomingMessage,
    response: ServerResponse,
    change: (body: Record<string, unknown>) => Promise<Record<string, unknown>>,
  ): Promise<void> {
    const beside = createServer((inner, reply) => void provider.callback()(inner, reply));
    await new Promise<void>((resolve) => beside.listen(0, '127.0.0.1', resolve));
    const { port: besidePort } = beside.address() as AddressInfo;
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => ['authorization', 'content-type'].includes(name)),
    ) as Record<string, string>;
    const answered = await fetch(`http://127.0.0.1:${besidePort}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...headers, 'x-forwarded-host': `127.0.0.1:${port}` },
      ...(body !== '' && { body }),
    });
    const changed = await change((await answered.json()) as Record<string, unknown>);
    beside.close();
    beside.closeAllConnections();
    response.writeHead(answered.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(changed));
  }

  async function visit(address: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let url = new URL(address);
    for (let steps = 0; steps < 10; steps++) {
      if (url.origin !== issuer) return url;
      const answered = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const cookie of answered.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        const at = pair.indexOf('=');
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const location = answered.headers.get('location');
      if (location === null) throw new Error(`${answered.status} ${await answered.text()}`);
      url = new URL(location, url);
    }
    throw new Error('The provider sends the browser in circles.');
  }
  return running;
}

function makeProvider(
  issuer: string,
  key: JWK,
  running: () => RunningProvider,
  { authMethods, emailInIdToken = false, serviceUrl }: ProviderOptions & { serviceUrl: string },
): Provider {
  const clients: ClientMetadata[] = Object.values(CLIENTS)
    .filter((client) => authMethods === undefined || authMethods.includes(client.token_endpoint_auth_method))
    .map((client) => ({ ...client, redirect_uris: [`${serviceUrl}/sign-in/return`] }));
  const provider = new Provider(issuer, {
    clients,
    jwks: { keys: [key] },
    cookies: { keys: ['a key of cookies'] },
    features: { devInteractions: { enabled: false } },
    claims: {
      openid: ['sub', 'xms_edov'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups', 'realm'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    conformIdTokenClaims: !emailInIdToken,
    clientAuthMethods: (authMethods ?? ['client_secret_post', 'client_secret_basic', 'none']) as never,
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    async findAccount(_context, sub) {
      return { accountId: sub, claims: async () => ({ sub, ...running().people[sub] }) };
    },
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  provider.proxy = true;
  return provider;
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = crypto.randomUUID();
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

async function sign(claims: Record<string, unknown>, key: JWK): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: String(key.kid) })
    .sign(await importJWK(key, 'RS256'));
}
