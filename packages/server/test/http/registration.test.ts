import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { RegistrationReply } from '../../src/people/registration/schemas.ts';
import { TokenResponse } from '../../src/people/sessions/schemas.ts';
import { Me } from '../../src/people/users/record.ts';
import { statusesOf } from './sign-in.ts';
import { type Answer, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const MINUTE_MS = 60_000;

async function register(email: string): Promise<string> {
  // The routes are limited by address; a minute later they are free again.
  api.clock.advance(MINUTE_MS);
  const answer = await api.send('POST', '/auth/register', undefined, { email, tenant_name: 'Energía' });
  assert.equal(answer.status, 202, answer.text);
  const { registration_id, expires_in } = RegistrationReply.parse(answer.body);
  assert.equal(expires_in, 600);
  return registration_id;
}

/** An address is sent one mail a minute. */
function resend(registrationId: string): Promise<Answer> {
  api.clock.advance(MINUTE_MS);
  return api.send('POST', '/auth/register/resend', undefined, { registration_id: registrationId });
}

async function mailedCode(): Promise<string> {
  const [mail] = await api.deliverMail();
  return /^(\d{6}) is your Lonja code$/.exec(mail.subject)?.[1] ?? '';
}

function complete(registrationId: string, code: string, password = 'a good horse'): Promise<Answer> {
  const body = { registration_id: registrationId, code, password, full_name: 'Ana Ruiz', locale: 'es' };
  return api.send('POST', '/auth/register/complete', undefined, body);
}

function verify(registrationId: string, code: string): Promise<Answer> {
  return api.send('POST', '/auth/register/verify', undefined, { registration_id: registrationId, code });
}

function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

test('a mailed code makes a tenant, its first admin and a session', async () => {
  const id = await register('Ana@Example.com');
  const code = await mailedCode();
  assert.deepEqual((await verify(id, code)).body, { verified: true });
  const answer = await complete(id, code);
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const { access_token } = TokenResponse.parse(answer.body);
  const me = Me.parse((await api.get('/auth/me', access_token)).body);
  assert.deepEqual(
    [me.email, me.full_name, me.role, me.locale, me.is_superadmin, me.tenant.name, me.totp_enabled],
    ['ana@example.com', 'Ana Ruiz', 'admin', 'es', false, 'Energía', false],
  );
  const audit = await api.get('/settings/audit', access_token);
  assert.match(audit.text, /"action":"tenant\.registered"/);
  assert.deepEqual(errorOf(await complete(id, code)), [404, 'not_found']);
});

test('an address that has an account gets the same answer, and its owner another mail', async () => {
  const { email } = await api.createSession();
  const known = await api.send('POST', '/auth/register', undefined, { email, tenant_name: 'X' });
  const fresh = await api.send('POST', '/auth/register', undefined, {
    email: 'nobody@example.com',
    tenant_name: 'X',
  });
  const shape = ({ status, text }: Answer) => [status, text.replace(/"[\da-f-]{36}"/, '""')];
  assert.deepEqual(shape(known), shape(fresh));
  const mails = await api.deliverMail();
  assert.match(mails.find((mail) => mail.to === email)?.subject ?? '', /already have a Lonja account/);
  const { registration_id } = RegistrationReply.parse(known.body);
  assert.deepEqual(errorOf(await complete(registration_id, '123456')), [422, 'validation_error']);
});

test('a known address and an unknown one leave the same rows behind, so that no time distinguishes them', async () => {
  const { email } = await api.createSession();
  await api.deliverMail();
  const queued = async (path: string, body: object) => {
    await api.send('POST', path, undefined, body);
    const rows = await api.db.selectFrom('mail_queue').selectAll().execute();
    const ids = await api.db.selectFrom('registration').select('id').execute();
    await api.deliverMail();
    return JSON.stringify({ rows, registrations: ids.length }, (key, value: unknown) =>
      /^(id|registrationId|recipient|registrations)$/.test(key) ? typeof value : value,
    );
  };
  for (const path of ['/auth/register', '/auth/password/forgot']) {
    api.clock.advance(MINUTE_MS);
    const body = (address: string) =>
      path === '/auth/register' ? { email: address, tenant_name: 'X' } : { email: address };
    const known = await queued(path, body(email));
    assert.match(known, /"kind":/);
    assert.equal(await queued(path, body('unknown@example.com')), known, path);
  }
});

test('five wrong codes end a code, right or not; a new one counts afresh', async () => {
  const id = await register('tries@example.com');
  const code = await mailedCode();
  for (let i = 0; i < 5; i++) assert.equal((await verify(id, wrongCode(code))).status, 422);
  assert.deepEqual(errorOf(await complete(id, code)), [422, 'validation_error']);
  assert.equal((await resend(id)).status, 202);
  const second = await mailedCode();
  assert.equal((await complete(id, second)).status, 201);
});

test('wrong codes tried at the same time are all counted', async () => {
  const id = await register('race@example.com');
  const code = await mailedCode();
  await Promise.all(Array.from({ length: 12 }, () => verify(id, wrongCode(code))));
  assert.deepEqual(errorOf(await verify(id, code)), [422, 'validation_error']);
});

test('a code ends after ten minutes and when a newer one was mailed', async () => {
  const id = await register('late@example.com');
  const first = await mailedCode();
  await resend(id);
  const second = await mailedCode();
  if (first !== second) assert.equal((await verify(id, first)).status, 422);
  assert.equal((await verify(id, second)).status, 200);
  api.clock.advance(10 * MINUTE_MS);
  assert.deepEqual(errorOf(await complete(id, second)), [422, 'validation_error']);
});

test('a weak password leaves the code in force', async () => {
  const id = await register('weak@example.com');
  const code = await mailedCode();
  for (const password of ['short', 'password1', '12345678']) {
    assert.deepEqual(errorOf(await complete(id, code, password)), [422, 'validation_error'], password);
  }
  assert.equal((await complete(id, code)).status, 201);
});

test('the same code sent twice at once makes one tenant', async () => {
  const id = await register('twice@example.com');
  const code = await mailedCode();
  const answers = await Promise.all([complete(id, code), complete(id, code), complete(id, code)]);
  assert.deepEqual(statusesOf(answers), [201, 404, 404]);
});

test('of two registrations of one address the second to finish is a conflict', async () => {
  const ids = [await register('both@example.com'), await register('both@example.com')];
  const codes = (await api.deliverMail()).map((mail) => mail.subject.slice(0, 6));
  assert.equal((await complete(ids[0], codes[0])).status, 201);
  assert.deepEqual(errorOf(await complete(ids[1], codes[1])), [409, 'conflict']);
});

test('one address is sent one mail a minute, six in a day and no more, and the answer does not show it', async () => {
  for (let i = 0; i < 8; i++) {
    const id = await register('flood@example.com');
    const body = { registration_id: id };
    assert.equal((await api.send('POST', '/auth/register/resend', undefined, body)).status, 202);
  }
  assert.equal((await api.deliverMail()).length, 6);
});

test('a registration is sent five codes and no more', async () => {
  const id = await register('codes@example.com');
  for (let i = 0; i < 4; i++) assert.equal((await resend(id)).status, 202);
  assert.deepEqual(errorOf(await resend(id)), [409, 'conflict']);
});

test('unknown registrations are 404, faulty fields 422, unknown fields 400', async () => {
  api.clock.advance(MINUTE_MS);
  assert.deepEqual(errorOf(await verify(randomUUID(), '123456')), [404, 'not_found']);
  const resend = { registration_id: randomUUID() };
  assert.deepEqual(errorOf(await api.send('POST', '/auth/register/resend', undefined, resend)), [
    404,
    'not_found',
  ]);
  const good = { email: 'ok@example.com', tenant_name: 'X' };
  const bodies = [
    { ...good, email: 'no address' },
    { ...good, email: `${'a'.repeat(250)}@example.com` },
    { ...good, tenant_name: '' },
    { ...good, tenant_name: 'a\nb' },
    { ...good, tenant_name: 'a\0b' },
    { ...good, tenant_name: 'x'.repeat(201) },
    { ...good, locale: 'fr' },
    { email: good.email },
    [],
  ];
  for (const body of bodies) {
    const answer = await api.send('POST', '/auth/register', undefined, body);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], JSON.stringify(body));
  }
  const surprise = await api.send('POST', '/auth/register', undefined, { ...good, surprise: 1 });
  assert.deepEqual(errorOf(surprise), [400, 'unknown_parameter']);
});

test('an address may make 60 requests a minute over all public routes together', async () => {
  api.clock.advance(MINUTE_MS);
  const paths = ['/auth/register', '/auth/password/forgot', '/auth/register/verify'];
  const answers = await Promise.all(
    Array.from({ length: 61 }, (_, i) => api.send('POST', paths[i % 3], undefined, {})),
  );
  assert.equal(answers.filter((answer) => answer.status === 422).length, 60);
  assert.equal(answers.filter((answer) => answer.status === 429).length, 1);
});
