import { Secret, TOTP } from 'otpauth';
import { mailedCode, mailedLink } from '../journeys/mail.ts';
import type { RunningProvider } from '../../packages/server/test/openid/run-provider.ts';
import { recordSignIn } from './record-sign-in.ts';
import { type Credential, type Recorder, textAt } from './recorder.ts';

export interface Account {
  session: Credential;
  tenantId: string;
  /** Somebody else of the organisation. */
  colleagueId: string;
}

const EMAIL = 'ana@example.com';
const PASSWORD = 'seven green lighthouses';
const NEW_PASSWORD = 'eight green lighthouses';
const COLLEAGUE = 'luis@example.com';
/** Made by the first start. */
const FIRST_ADMIN = 'admin@lonja.local';

/** From a registration to an organisation with two people, a key and settings; the session is that of its admin. */
export async function recordAccounts(
  recorder: Recorder,
  { dataDir, provider }: { dataDir: string; provider: RunningProvider },
): Promise<Account> {
  const { call } = recorder;
  const started = await call('startRegistration', { body: { email: EMAIL, tenant_name: 'Example Energy' } });
  const registration_id = textAt(started, 'registration_id');
  const code = await mailedCode(dataDir, EMAIL);
  await call('resendRegistrationCode', { body: { registration_id } });
  await call('verifyRegistrationCode', { body: { registration_id, code } });
  const completed = { registration_id, code, password: PASSWORD, full_name: 'Ana Example' };
  await call('completeRegistration', { body: completed });
  const session = await signIn(recorder, PASSWORD);
  const me = await call('getMe', { as: session });
  await call('changeMe', { as: session, body: { locale: 'es' } });
  const changed = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  const renewed = sessionOf(await call('changePassword', { as: session, body: changed }));
  await call('getSettings', { as: renewed });
  await call('changeSettings', { as: renewed, body: { forecast_change_threshold: 5 } });
  await recordSecondFactor(recorder, renewed, provider);
  await recordSessions(recorder, renewed);
  const colleagueId = await recordPeople(recorder, renewed, dataDir);
  await recordReset(recorder, dataDir);
  await recordKeys(recorder, renewed);
  await call('listUsage', { as: renewed });
  await call('listAudit', { as: renewed });
  return { session: renewed, tenantId: textAt(me, 'tenant', 'id'), colleagueId };
}

async function signIn({ call }: Recorder, password: string): Promise<Credential> {
  return sessionOf(await call('createToken', { body: { username: EMAIL, password } }));
}

function sessionOf(reply: unknown): Credential {
  return { kind: 'session', token: textAt(reply, 'access_token') };
}

async function recordSecondFactor(
  recorder: Recorder,
  as: Credential,
  provider: RunningProvider,
): Promise<void> {
  const { call } = recorder;
  const offer = await call('enrolTotp', { as, body: { password: NEW_PASSWORD } });
  const now = Date.parse(textAt(await call('getMe', { as }), 'now'));
  const totp = new TOTP({ secret: Secret.fromBase32(textAt(offer, 'secret')) });
  const confirmed = await call('confirmTotp', { as, body: { otp: totp.generate({ timestamp: now }) } });
  const otp = textAt(confirmed, 'recovery_codes', 0);
  const renewed = await call('renewRecoveryCodes', { as, body: { password: NEW_PASSWORD, otp } });
  const other = textAt(renewed, 'recovery_codes', 0);
  await recordSignIn(recorder, as, { provider, recoveryCode: textAt(renewed, 'recovery_codes', 1) });
  await call('removeTotp', { as, body: { password: NEW_PASSWORD, otp: other } });
}

async function recordSessions(recorder: Recorder, as: Credential): Promise<void> {
  const { call } = recorder;
  await call('logout', { as: await signIn(recorder, NEW_PASSWORD) });
  await signIn(recorder, NEW_PASSWORD);
  const sessions = await call('listSessions', { as });
  await call('endSession', { as, path: { id: textAt(sessions, 'items', 0, 'id') } });
}

async function recordPeople({ call }: Recorder, as: Credential, dataDir: string): Promise<string> {
  await call('createInvitation', { as, body: { email: COLLEAGUE, role: 'trader' } });
  const token = tokenOf(await mailedLink(dataDir, COLLEAGUE));
  await call('lookUpInvitation', { query: { token } });
  const accepted = { token, password: 'nine green lighthouses', full_name: 'Luis Example' };
  const colleague = sessionOf(await call('acceptInvitation', { body: accepted }));
  const other = await call('createInvitation', { as, body: { email: 'eva@example.com', role: 'viewer' } });
  await call('listInvitations', { as });
  await call('revokeInvitation', { as, path: { id: textAt(other, 'id') } });
  await call('listUsers', { as });
  const id = textAt(await call('getMe', { as: colleague }), 'id');
  await call('changeUser', { as, path: { id }, body: { role: 'manager' } });
  await call('endUserSessions', { as, path: { id } });
  return id;
}

/** Two people leave: one by herself, one by the admin. */
export async function recordErasures({ call }: Recorder, account: Account, dataDir: string): Promise<void> {
  const { session: as, colleagueId: id } = account;
  await call('createInvitation', { as, body: { email: 'mara@example.com', role: 'viewer' } });
  const token = tokenOf(await mailedLink(dataDir, 'mara@example.com'));
  const password = 'five green lighthouses';
  const mara = sessionOf(
    await call('acceptInvitation', { body: { token, password, full_name: 'Mara Example' } }),
  );
  await call('exportMe', { as: mara });
  await call('eraseMe', { as: mara, body: { password } });
  await call('exportUser', { as, path: { id } });
  await call('eraseUser', { as, path: { id }, body: { email: COLLEAGUE } });
}

/** To one address goes one mail a minute, so this is somebody who was sent none. */
async function recordReset({ call }: Recorder, dataDir: string): Promise<void> {
  await call('forgotPassword', { body: { email: FIRST_ADMIN } });
  const token = tokenOf(await mailedLink(dataDir, FIRST_ADMIN));
  await call('resetPassword', { body: { token, password: 'ten green lighthouses' } });
}

function tokenOf(link: string): string {
  return new URLSearchParams(link.slice(link.indexOf('?'))).get('token') ?? '';
}

async function recordKeys({ call }: Recorder, as: Credential): Promise<void> {
  const created = await call('createApiKey', {
    as,
    body: { label: 'Spreadsheet', scopes: ['forecasts:read'] },
  });
  const key = textAt(created, 'key');
  await call('createClientToken', {
    body: {
      grant_type: 'client_credentials',
      client_id: textAt(created, 'prefix'),
      client_secret: key,
      scope: 'forecasts:read',
    },
  });
  await call('changeApiKey', {
    as,
    path: { id: textAt(created, 'id') },
    body: { allowed_addresses: ['203.0.113.7', '2001:db8:1::/48'] },
  });
  const rerolled = await call('rerollApiKey', {
    as,
    path: { id: textAt(created, 'id') },
    body: { overlap_seconds: 3600 },
  });
  await call('listApiKeys', { as });
  await call('revokeApiKey', { as, path: { id: textAt(rerolled, 'id') } });
}
