import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LOCALES } from '../../src/ground/config/locale.ts';
import { TEST_PASSWORD } from '../http/test-api.ts';
import { attackAccounts } from './attacked-accounts.ts';
import { floodMailbox } from './flood-mailbox.ts';
import { createStranger } from './stranger.ts';

const MINUTE_MS = 60_000;

const { api, baseUrl } = await attackAccounts();
const target = { baseUrl };
after(() => api.close());

test('a mailbox gets six mails in a day, however many ways and addresses ask, and the answer reveals nothing to strangers', async () => {
  const admins = [(await api.createSession()).token, (await api.createSession()).token];
  let delivered = 0;
  const pass = async () => {
    delivered += (await api.deliverMail()).length;
    api.clock.advance(MINUTE_MS);
  };
  const answers = await floodMailbox(target, { victim: 'victim@example.com', rounds: 10, admins, pass });
  assert.deepEqual(
    [answers.register, answers.resend, answers.forgot],
    [{ 202: 10 }, { 202: 10 }, { 202: 10 }],
  );
  assert.deepEqual(answers.invite, { 429: 20 });
  assert.equal(delivered, 6);
});

test('a tenant sends thirty invitations in a day, three of them to one address', async () => {
  const { token } = await api.createSession();
  const admin = createStranger(target, 4000);
  const statuses: number[] = [];
  for (let i = 0; i < 32; i++) {
    const body = { email: `stranger-${i}@example.com`, role: 'viewer' };
    statuses.push((await admin.send('POST', '/auth/invitations', { token, body })).status);
  }
  assert.deepEqual(statuses, [...Array(30).fill(201), 429, 429]);
  const other = await api.createSession();
  const again: number[] = [];
  for (let i = 0; i < 4; i++) {
    api.clock.advance(MINUTE_MS);
    const body = { email: 'reluctant@example.com', role: 'viewer' };
    again.push((await admin.send('POST', '/auth/invitations', { token: other.token, body })).status);
  }
  assert.deepEqual(again, [201, 201, 201, 429]);
  await admin.close();
});

test('an invitation carries nothing of the tenant in its subject, and nothing to follow but its own link', async () => {
  const { token, tenantId } = await api.createSession();
  const name = `${'Win 1000 EUR '.repeat(3)} at https://evil.example/x or evil.example, ask eve@evil.example`;
  await api.db.updateTable('tenant').set({ name }).where('id', '=', tenantId).execute();
  await api.deliverMail();
  const subjects = { en: 'You are invited to Lonja', es: 'Invitación a Lonja', pt: 'Convite para a Lonja' };
  for (const locale of LOCALES) {
    await api.db.updateTable('tenant').set({ locale }).where('id', '=', tenantId).execute();
    await api.send('POST', '/auth/invitations', token, { email: `${locale}@example.com`, role: 'viewer' });
    const [mail] = await api.deliverMail();
    assert.equal(mail.subject, subjects[locale]);
    assert.match(mail.text, /Win 1000 EUR/);
    assert.doesNotMatch(mail.text, /evil|@/);
    assert.deepEqual(
      [...mail.text.matchAll(/https?:\/\/[^/]+/g)].map(([link]) => link),
      ['https://lonja.example.com'],
    );
  }
});

test('one network asks for a hundred mails in a day, whatever the addresses', async () => {
  const stranger = createStranger(target, 5000);
  const statuses: number[] = [];
  for (let i = 0; i < 102; i++) {
    // The routes take 60 requests a minute from an address.
    if (i === 55) api.clock.advance(MINUTE_MS);
    const body = { email: `mailbox-${i}@example.com` };
    statuses.push((await stranger.send('POST', '/auth/password/forgot', { body })).status);
  }
  assert.deepEqual(statuses, [...Array(100).fill(202), 429, 429]);
  await stranger.close();
});

test('strangers cannot use up the mails by which the owner sets a new password on a known device', async () => {
  const { email } = await api.createSession();
  const owner = createStranger(target, 6000);
  const form = { username: email, password: TEST_PASSWORD };
  const { cookies } = await owner.send('POST', '/auth/token', { body: form });
  const forgot = async (withCookies: readonly string[]) => {
    if (withCookies.length === 0) api.clock.advance(MINUTE_MS);
    await owner.send('POST', '/auth/password/forgot', { body: { email }, cookies: withCookies });
    return (await api.deliverMail()).length;
  };
  const asked: number[] = [];
  for (let i = 0; i < 7; i++) asked.push(await forgot([]));
  assert.deepEqual(asked, [1, 1, 1, 1, 1, 1, 0]);
  assert.equal(await forgot(cookies), 1);
  await owner.close();
});
