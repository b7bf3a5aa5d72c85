import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApi } from './test-api.ts';
import { CreatedApiKey } from '../../src/people/api-keys/record.ts';
import { remindOfExpiry } from '../../src/outbound/notifications/remind-of-expiry.ts';
import { NotificationPage } from '../../src/outbound/notifications/record.ts';

const DAY_MS = 86_400_000;
const api = await createTestApi('2026-03-10T10:05:00Z');
after(() => api.close());

const make = async (token: string, label: string, days: number) => {
  const expires_at = new Date(api.clock.now() + days * DAY_MS).toISOString();
  const made = await api.send('POST', '/auth/api-keys', token, { label, expires_at });
  return CreatedApiKey.parse(made.body);
};

/** Reminds at every hour of some days, by two processes, and gives subject, reader and day of what was sent. */
async function live(days: number): Promise<[subject: string, to: string, day: number][]> {
  const begin = api.clock.now();
  const sent: [string, string, number][] = [];
  for (let hour = 0; hour < days * 24; hour += 6) {
    await Promise.all([remindOfExpiry(api), remindOfExpiry(api)]);
    const day = (api.clock.now() - begin) / DAY_MS;
    for (const { subject, to } of await api.deliverMail()) sent.push([subject, to, day]);
    api.clock.advance(DAY_MS / 4);
  }
  return sent;
}

test('admins are reminded once 14 days before, 3 days before and on the last day, over the clock change', async () => {
  const admin = await api.createSession();
  const colleague = await api.createSession({ tenantId: admin.tenantId });
  await api.send('PATCH', '/auth/me', colleague.token, { locale: 'es' });
  await api.createSession({ tenantId: admin.tenantId, role: 'manager' });
  const { expires_at: expiresAt } = await make(admin.token, 'Desk', 20);
  assert.equal(expiresAt, '2026-03-30T10:05:00Z');
  const sent = await live(22);
  const ofAdmin = sent.filter(([, to]) => to === admin.email);
  assert.deepEqual(
    ofAdmin.map(([subject, , day]) => [subject, day]),
    [6.25, 17.25, 19.25].map((day) => ['The API key "Desk" expires soon', day]),
  );
  const ofColleague = sent.find(([, to]) => to === colleague.email);
  assert.equal(ofColleague?.[0], 'La clave de API «Desk» caduca pronto');
  assert.equal(sent.length, 6);
  const { text } = await api.get(
    '/settings/audit?action=api_key.expiry_reminded',
    (await api.createSession()).token,
  );
  assert.match(text, /"total":0/);
});

test('keys that were revoked, replaced or made for a shorter time are silent, and so are deactivated tenants', async () => {
  const admin = await api.createSession();
  const superadmin = await api.createSession({ isSuperadmin: true });
  const gone = await api.createSession();
  const revoked = await make(admin.token, 'Revoked', 15);
  const replaced = await make(admin.token, 'Replaced', 15);
  await make(admin.token, 'Short', 2);
  await make(gone.token, 'Gone', 15);
  await api.send('DELETE', `/auth/api-keys/${revoked.id}`, admin.token);
  const rerolled = await api.send('POST', `/auth/api-keys/${replaced.id}/reroll`, admin.token);
  const next = CreatedApiKey.parse(rerolled.body);
  await api.send('POST', `/admin/tenants/${gone.tenantId}/deactivate`, superadmin.token);
  const sent = await live(16);
  const subjects = sent.map(([subject, , day]) => [subject, day]);
  // The key for two days is told of on its last day; the successor has the expiry of the old key.
  assert.deepEqual(
    subjects,
    [
      ['The API key "Short" expires soon', 1.25],
      ['The API key "Replaced" expires soon', 1.25],
      ['The API key "Replaced" expires soon', 12.25],
      ['The API key "Replaced" expires soon', 14.25],
    ].sort((a, b) => Number(a[1]) - Number(b[1])),
  );
  assert.equal(next.expires_at, replaced.expires_at);
});

test('the reminder stands in the application too, in the language of its reader', async () => {
  const admin = await api.createSession();
  const colleague = await api.createSession({ tenantId: admin.tenantId });
  await api.send('PATCH', '/auth/me', colleague.token, { locale: 'es' });
  const manager = await api.createSession({ tenantId: admin.tenantId, role: 'manager' });
  await make(admin.token, 'Desk', 1.1);
  api.clock.advance(DAY_MS / 4);
  await remindOfExpiry(api);
  await remindOfExpiry(api);
  const of = async ({ token }: { token: string }) =>
    NotificationPage.parse((await api.get('/notifications', token)).body).items;
  const [told, ...others] = await of(colleague);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [told.kind, told.title, told.path, told.alert, told.read_at],
    ['key_expiring', 'La clave de API «Desk» caduca pronto', '/api-keys', null, null],
  );
  const [first, second] = told.text.split('\n');
  assert.match(first, /^La clave svc_\S+… caduca el \d+ de \S+ de 2026 a las \d\d:\d\d, hora de Madrid\./);
  assert.match(second, /^Si un programa la usa todavía/);
  assert.equal((await of(admin))[0].title, 'The API key "Desk" expires soon');
  assert.deepEqual(await of(manager), []);
});
