import { CLIENTS, type RunningProvider } from '../../packages/server/test/openid/run-provider.ts';
import { type Credential, type Recorder, textAt } from './recorder.ts';

/** A sign-in by a provider of the organisation, at first alone and then with a recovery code of the admin's own second factor. */
export async function recordSignIn(
  { call }: Recorder,
  as: Credential,
  { provider, recoveryCode }: { provider: RunningProvider; recoveryCode: string },
): Promise<void> {
  const me = await call('getMe', { as });
  provider.people[provider.visitor] = { email: textAt(me, 'email'), email_verified: true };
  const { client_id, client_secret } = CLIENTS.post;
  const set = await call('setIdentityProvider', {
    as,
    body: {
      issuer: provider.issuer,
      client_id,
      client_secret,
      scopes: ['openid', 'email', 'groups'],
      role_claim: 'groups',
      roles: { 'power-desk': 'trader', 'power-admins': 'admin' },
      default_role: 'admin',
    },
  });
  await call('getIdentityProvider', { as });
  await call('testIdentityProvider', { as });
  const name = textAt(set, 'sign_in_url').split('/').at(-1) ?? '';
  const enter = async () => {
    const started = await call('startOpenIdSignIn', { body: { name } });
    const back = await provider.visit(textAt(started, 'authorization_url'));
    return call('finishOpenIdSignIn', { body: { query: back.search.slice(1) } });
  };
  await enter();
  await call('changeSettings', { as, body: { require_second_factor: true } });
  await enter();
  await call('confirmOpenIdSignIn', { body: { otp: recoveryCode } });
  await call('changeSettings', { as, body: { require_second_factor: false } });
  await call('unlinkUser', { as, path: { id: textAt(me, 'id') } });
}
