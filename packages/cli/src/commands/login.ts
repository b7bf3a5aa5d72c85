import { LonjaError, createClient } from '@lonja/client';
import { apiCommand, CONNECTION_INPUTS, JSON_INPUT, withApi } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { flag, option } from '../command/inputs.ts';
import { plain, yesOrNo } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { formatOf, printView } from '../output/print-view.ts';
import { recordTable } from '../output/view.ts';
import { type StoredCredential, readCredentials, writeCredentials } from '../session/credentials-file.ts';
import type { Environment } from '../session/environment.ts';
import type { Api } from '../session/open-api.ts';
import { ask, askSecret, readSecretLine } from '../session/prompt.ts';

const FORBIDDEN = 403;

export const loginCommand = command({
  name: 'login',
  summary: 'Sign in, and store the session for later commands.',
  inputs: {
    email: option('address', 'e-mail address of the account; asked for when absent'),
    otp: option(
      'code',
      'current code of the second factor, or a recovery code; asked for when the account has one',
    ),
    passwordStdin: flag('read the password from the standard input'),
    ...JSON_INPUT,
    ...CONNECTION_INPUTS,
  },
  notes:
    'The session is kept for 24 hours in lonja/credentials.json of the XDG configuration folder, readable by you alone. With --key an API key is kept instead, which does not expire.',
  examples: [
    ['lonja login --server https://lonja.example.com', 'asks for address, password and code'],
    ['lonja login --email ana@example.com --password-stdin < secret', 'without a terminal'],
    ['lonja login --key svc_...', 'keep an API key'],
  ],
  async run(environment, { server, key, json, ...account }) {
    await withApi(environment, { server, key }, async (api) => {
      const stored = key === undefined ? await signIn(api, account) : await checkKey(api, key);
      await keep(api, stored.credential);
      const { kind, email = null, expires_at: expires = null } = stored.credential;
      const data = { service: api.connection.baseUrl, kind, email, expires_at: expires };
      printView({ data, head: [stored.message] }, formatOf({ json }), environment.stdout);
    });
  },
});

export const logoutCommand = command({
  name: 'logout',
  summary: 'End the session and remove the stored credential of the service.',
  inputs: { ...JSON_INPUT, server: CONNECTION_INPUTS.server },
  examples: [['lonja logout', 'the session ends at the service too']],
  async run(environment, { server, json }) {
    await withApi(
      { ...environment, apiKey: undefined },
      { server },
      async ({ client, connection, source }) => {
        const { baseUrl } = connection;
        if (source === 'session') await client.account.logout().catch(ignoreEnded);
        const stored = await readCredentials(environment.credentialsFile);
        delete stored.services[baseUrl];
        const current = stored.current === baseUrl ? undefined : stored.current;
        await writeCredentials(environment.credentialsFile, { ...stored, current });
        const message = source === 'none' ? `Not signed in to ${baseUrl}.` : `Signed out of ${baseUrl}.`;
        const data = { service: baseUrl, signed_out: source !== 'none' };
        printView({ data, head: [message] }, formatOf({ json }), environment.stdout);
      },
    );
  },
});

export const whoamiCommand = apiCommand({
  name: 'whoami',
  summary: 'Show the account or the API key that is in use.',
  examples: [['lonja whoami', 'account, role and organisation, or the key in use']],
  async load({ client, connection, credential, source }) {
    const service = { service: plain(connection.baseUrl) };
    if (source !== 'session') {
      await client.markets.list();
      const key = { api_key: prefixOf(credential), source };
      return {
        data: { service: connection.baseUrl, ...key },
        table: recordTable({ ...service, 'API key': plain(key.api_key), from: plain(source) }),
      };
    }
    const me = await client.account.me();
    return {
      data: me,
      table: recordTable({
        ...service,
        'e-mail': plain(me.email),
        name: plain(me.full_name),
        role: plain(me.role),
        organisation: plain(me.tenant.name),
        superadmin: yesOrNo(me.is_superadmin),
        'second factor': yesOrNo(me.totp_enabled),
      }),
    };
  },
});

interface SignedIn {
  credential: StoredCredential;
  message: string;
}

interface Account {
  email?: string | undefined;
  otp?: string | undefined;
  passwordStdin?: true | undefined;
}

async function signIn(api: Api, { email, otp, passwordStdin }: Account): Promise<SignedIn> {
  const { environment, connection } = api;
  const { baseUrl } = connection;
  warnOfPlainHttp(environment, baseUrl);
  const username = email ?? (await ask(environment, 'E-mail: ', 'Give the address with --email.'));
  const password =
    passwordStdin === true
      ? await readSecretLine(environment)
      : await askSecret(environment, 'Password: ', 'Give the password with --password-stdin.');
  const anonymous = createClient({ baseUrl });
  const token = await anonymous.authentication
    .createToken({ username, password, otp })
    .catch(async (error: unknown) => {
      if (otp !== undefined || !isAskingForCode(error) || environment.stdin.isTTY !== true) throw error;
      const code = await ask(environment, 'Code of the second factor: ', 'Give the code with --otp.');
      return anonymous.authentication.createToken({ username, password, otp: code });
    });
  const { access_token: credential, expires_in: expiresInS } = token;
  const me = await createClient({ baseUrl, credential }).account.me();
  // By this computer's clock: it runs as fast as the service's, and is the one that its user looks at.
  const expiresAt = new Date(Date.now() + expiresInS * 1000).toISOString();
  return {
    credential: { kind: 'session', credential, email: me.email, expires_at: expiresAt },
    message: `Signed in to ${baseUrl} as ${me.email}, ${me.role} of ${me.tenant.name}, until ${madridTime(expiresAt)}.`,
  };
}

/** Any answer but 401 shows that the service knows the key, whatever its scopes. */
async function checkKey({ client, connection }: Api, key: string): Promise<SignedIn> {
  await client.markets.list().catch((error: unknown) => {
    if (!(error instanceof LonjaError) || error.status !== FORBIDDEN) throw error;
  });
  return {
    credential: { kind: 'api_key', credential: key },
    message: `The key ${prefixOf(key)} is kept for ${connection.baseUrl}.`,
  };
}

async function keep({ environment, connection }: Api, credential: StoredCredential): Promise<void> {
  const stored = await readCredentials(environment.credentialsFile);
  await writeCredentials(environment.credentialsFile, {
    current: connection.baseUrl,
    services: { ...stored.services, [connection.baseUrl]: credential },
  });
}

/** That a code is missing is said only after the right password. */
function isAskingForCode(error: unknown): boolean {
  return error instanceof LonjaError && error.status === 401 && /\botp\b/.test(error.message);
}

/** A session that has ended already needs no ending. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof LonjaError) || error.status !== 401) throw error;
}

function prefixOf(key: string | undefined): string {
  return key === undefined ? 'none' : `${key.slice(0, 8)}…`;
}

function warnOfPlainHttp({ stderr }: Environment, baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'http:' && !isLocal)
    stderr.write(`lonja: ${baseUrl} is not encrypted: others on the way can read the password. Use https.\n`);
}
