import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, suite, test } from 'node:test';
import { hashRaw } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import { RecoveryCodes, SessionPage, TotpConfirmed, TotpOffer } from '../../src/people/sessions/schemas.ts';
import { Me } from '../../src/people/users/record.ts';
import { hashCode } from '../../src/people/access/mailed-secret.ts';
import { signIn, statusesOf, tokenOf } from './sign-in.ts';
import { TEST_PASSWORD, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

/** Public routes and sign-ins are limited by address over these windows. */
beforeEach(() => api.clock.advance(15 * 60_000));

suite('passwords', () => {
  test('a change ends every session and gives a new one', async () => {
    const user = await api.createSession();
    const other = tokenOf(await signIn(api, user.email, TEST_PASSWORD));
    const body = { current_password: TEST_PASSWORD, new_password: 'a better horse' };
    const answer = await api.send('POST', '/auth/password', user.token, body);
    assert.equal(answer.status, 200, answer.text);
    for (const token of [user.token, other]) assert.equal((await api.get('/auth/me', token)).status, 401);
    assert.equal((await api.get('/auth/me', tokenOf(answer))).status, 200);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD)).status, 401);
    assert.equal((await signIn(api, user.email, 'a better horse')).status, 200);
  });

  test('a wrong current password is 422 and, after ten, 429; a weak new one names its field', async () => {
    const user = await api.createSession();
    const change = (current_password: string, new_password: string) =>
      api.send('POST', '/auth/password', user.token, { current_password, new_password });
    const weak = await change(TEST_PASSWORD, 'password1');
    assert.deepEqual(errorOf(weak), [422, 'validation_error']);
    assert.match(weak.text, /new_password/);
    for (let i = 0; i < 10; i++) assert.equal((await change('wrong', 'a better horse')).status, 422);
    assert.deepEqual(errorOf(await change(TEST_PASSWORD, 'a better horse')), [429, 'rate_limited']);
  });

  test('a forgotten password is set anew by a mailed link, once, and every session ends', async () => {
    const user = await api.createSession();
    assert.equal((await forgot(user.email.toUpperCase())).status, 202);
    const token = await mailedToken();
    assert.equal((await reset(token, 'password1')).status, 422);
    assert.equal((await reset(token, 'a better horse')).status, 204);
    assert.deepEqual(errorOf(await reset(token, 'a third horse')), [422, 'validation_error']);
    assert.equal((await api.get('/auth/me', user.token)).status, 401);
    assert.equal((await signIn(api, user.email, 'a better horse')).status, 200);
  });

  test('an unknown address gets the same answer and no mail; a link ends after an hour', async () => {
    const user = await api.createSession();
    const unknown = await forgot('nobody@example.com');
    assert.deepEqual(await api.deliverMail(), []);
    const known = await forgot(user.email);
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
    const token = await mailedToken();
    api.clock.advance(3_600_000);
    assert.deepEqual(errorOf(await reset(token, 'a better horse')), [422, 'validation_error']);
  });

  test('one link used ends the others', async () => {
    const user = await api.createSession();
    await forgot(user.email);
    const first = await mailedToken();
    api.clock.advance(60_000);
    await forgot(user.email);
    const second = await mailedToken();
    assert.equal((await reset(second, 'a better horse')).status, 204);
    assert.equal((await reset(first, 'a worse horse')).status, 422);
  });

  const forgot = (email: string) => api.send('POST', '/auth/password/forgot', undefined, { email });
  const reset = (token: string, password: string) =>
    api.send('POST', '/auth/password/reset', undefined, { token, password });
  const mailedToken = async () => /reset\?token=([\w-]+)/.exec((await api.deliverMail())[0].text)?.[1] ?? '';
});

suite('second factor', () => {
  const STEP_MS = 30_000;

  async function enrol() {
    const user = await api.createSession();
    const answer = await api.send('POST', '/auth/totp/enrol', user.token, { password: TEST_PASSWORD });
    assert.equal(answer.status, 200, answer.text);
    const offer = TotpOffer.parse(answer.body);
    const totp = new TOTP({ secret: Secret.fromBase32(offer.secret) });
    const code = (offsetMs = 0) => totp.generate({ timestamp: api.clock.now() + offsetMs });
    return { ...user, offer, code };
  }
  const confirm = (token: string, otp: string) => api.send('POST', '/auth/totp/confirm', token, { otp });

  test('once confirmed, sign-in requires a current code, and each code counts once', async () => {
    const user = await enrol();
    assert.match(user.offer.uri, /^otpauth:\/\/totp\/Lonja/);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD)).status, 200);
    assert.equal((await confirm(user.token, user.code(10 * STEP_MS))).status, 422);
    const confirmed = TotpConfirmed.parse((await confirm(user.token, user.code())).body);
    assert.deepEqual([confirmed.totp_enabled, confirmed.recovery_codes.length], [true, 10]);
    api.clock.advance(STEP_MS * 3);
    assert.deepEqual(errorOf(await signIn(api, user.email, TEST_PASSWORD)), [401, 'invalid_credentials']);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, user.code(10 * STEP_MS))).status, 401);
    const code = user.code();
    assert.equal((await signIn(api, user.email, 'wrong', code)).status, 401);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, code)).status, 200);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, code)).status, 401);
    api.clock.advance(STEP_MS);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, user.code())).status, 200);
    assert.equal(Me.parse((await api.get('/auth/me', user.token)).body).totp_enabled, true);
  });

  test('one code sent twice at once signs in once', async () => {
    const user = await enrol();
    await confirm(user.token, user.code());
    api.clock.advance(STEP_MS);
    const code = user.code();
    const answers = await Promise.all([1, 2, 3].map(() => signIn(api, user.email, TEST_PASSWORD, code)));
    assert.deepEqual(statusesOf(answers), [200, 401, 401]);
  });

  async function confirmed() {
    const user = await enrol();
    const answer = await confirm(user.token, user.code());
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { recovery_codes: codes } = TotpConfirmed.parse(answer.body);
    return { ...user, codes };
  }
  const codesLeft = async (token: string) =>
    Me.parse((await api.get('/auth/me', token)).body).recovery_codes_left;

  test('a recovery code signs in once, however it is typed, and no other user has it', async () => {
    const user = await confirmed();
    const other = await confirmed();
    assert.equal(new Set([...user.codes, ...other.codes]).size, 20);
    const [first, second] = user.codes;
    assert.equal((await signIn(api, other.email, TEST_PASSWORD, first)).status, 401);
    assert.equal((await signIn(api, user.email, 'wrong', first)).status, 401);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, first)).status, 200);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, first)).status, 401);
    const typed = ` ${second.toUpperCase().replace('-', ' ')}`;
    const answers = await Promise.all([1, 2, 3].map(() => signIn(api, user.email, TEST_PASSWORD, typed)));
    assert.deepEqual(statusesOf(answers), [200, 401, 401]);
    assert.equal(await codesLeft(user.token), 8);
    const uses = api.db.selectFrom('audit_entry').select('action').where('tenant_id', '=', user.tenantId);
    const actions = (await uses.execute()).map(({ action }) => action);
    assert.equal(actions.filter((action) => action === 'user.recovery_code_used').length, 2);
  });

  test('new recovery codes take the password and a code, and end the old ones; without a second factor there are none', async () => {
    const user = await confirmed();
    const renew = (token: string, password: string, otp?: string) =>
      api.send('POST', '/auth/totp/recovery-codes', token, { password, ...(otp && { otp }) });
    assert.equal((await renew(user.token, 'wrong', user.codes[1])).status, 422);
    assert.equal((await renew(user.token, TEST_PASSWORD)).status, 422);
    const renewed = await renew(user.token, TEST_PASSWORD, user.codes[1]);
    const { recovery_codes: codes } = RecoveryCodes.parse(renewed.body);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, user.codes[0])).status, 401);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, codes[0])).status, 200);
    await api.send('POST', '/auth/totp/remove', user.token, { password: TEST_PASSWORD, otp: codes[1] });
    assert.equal(await codesLeft(user.token), 0);
    assert.deepEqual(errorOf(await renew(user.token, TEST_PASSWORD)), [409, 'conflict']);
  });

  test('recovery codes are stored as slow salted hashes, and guesses of them are limited like passwords', async () => {
    const user = await confirmed();
    const rows = await api.db.selectFrom('totp_recovery_code').selectAll().execute();
    const code = user.codes[0].replace('-', '');
    assert.ok(rows.every(({ code_hash: hash }) => hash.length === 48 && !hash.includes(code)));
    const own = rows.filter(({ user_id }) => user_id === user.userId).map(({ code_hash }) => code_hash);
    const salt = own[0].subarray(0, 16);
    const digest = await hashRaw(code, {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
      salt,
      outputLen: 32,
    });
    assert.ok(own.some((hash) => hash.equals(Buffer.concat([salt, digest]))));
    for (let i = 0; i < 10; i++) {
      assert.equal((await signIn(api, user.email, TEST_PASSWORD, 'aaaaa-aaaaa')).status, 401);
    }
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, user.codes[0])).status, 429);
  });

  test('a recovery code that an earlier release stored still signs in, once', async () => {
    const user = await confirmed();
    const code_hash = hashCode(api.sessionSecrets[0], user.userId, 'aaaaabbbbb');
    await api.db
      .insertInto('totp_recovery_code')
      .values({ tenant_id: user.tenantId, user_id: user.userId, code_hash })
      .execute();
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, 'AAAAA-bbbbb')).status, 200);
    assert.equal((await signIn(api, user.email, TEST_PASSWORD, 'aaaaa-bbbbb')).status, 401);
  });

  test('setting up requires the password, removing a code too; what is set up cannot be set up again', async () => {
    const user = await enrol();
    await confirm(user.token, user.code());
    api.clock.advance(STEP_MS);
    const send = (verb: string, password: string, otp?: string) =>
      api.send('POST', `/auth/totp/${verb}`, user.token, { password, ...(otp && { otp }) });
    assert.deepEqual(errorOf(await send('enrol', TEST_PASSWORD)), [409, 'conflict']);
    assert.equal((await send('remove', 'wrong', user.code())).status, 422);
    assert.equal((await send('remove', TEST_PASSWORD)).status, 422);
    assert.equal((await send('remove', TEST_PASSWORD, '000000')).status, 422);
    assert.deepEqual((await send('remove', TEST_PASSWORD, user.code())).body, { totp_enabled: false });
    assert.equal((await signIn(api, user.email, TEST_PASSWORD)).status, 200);
    assert.deepEqual(errorOf(await confirm(user.token, '123456')), [409, 'conflict']);
  });

  test('the secret is stored sealed', async () => {
    const user = await enrol();
    const row = await api.db
      .selectFrom('app_user')
      .select('totp_secret')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    assert.equal(row.totp_secret?.includes(user.offer.secret), false);
  });
});

suite('sessions', () => {
  test('a session is listed, ended one by one, and nobody else can', async () => {
    const user = await api.createSession();
    const second = tokenOf(await signIn(api, user.email, TEST_PASSWORD));
    const { items } = SessionPage.parse((await api.get('/auth/sessions', user.token)).body);
    assert.equal(items.filter((item) => item.current).length, 1);
    assert.equal(items.length, 2);
    const lastPage = await api.get('/auth/sessions?page=2&page_size=1', user.token);
    assert.deepEqual(SessionPage.parse(lastPage.body), {
      items: [items[1]],
      total: 2,
      page: 2,
      page_size: 1,
    });
    const other = items.find((item) => !item.current)?.id ?? '';
    const colleague = await api.createSession({ tenantId: user.tenantId });
    const foreign = await api.createSession();
    const end = (token: string) => api.send('DELETE', `/auth/sessions/${other}`, token);
    assert.deepEqual(errorOf(await end(colleague.token)), [404, 'not_found']);
    assert.deepEqual(errorOf(await end(foreign.token)), [403, 'insufficient_scope']);
    assert.equal((await api.get('/auth/me', second)).status, 200);
    assert.equal((await end(user.token)).status, 204);
    assert.equal((await api.get('/auth/me', second)).status, 401);
    assert.equal((await api.get('/auth/me', user.token)).status, 200);
  });

  test('sign-out ends the session of the request and no other', async () => {
    const user = await api.createSession();
    const second = tokenOf(await signIn(api, user.email, TEST_PASSWORD));
    assert.equal((await api.send('POST', '/auth/logout', second)).status, 204);
    assert.deepEqual(errorOf(await api.get('/markets', second)), [401, 'invalid_token']);
    assert.equal((await api.get('/markets', user.token)).status, 200);
  });

  test('unknown ids are 404', async () => {
    const { token } = await api.createSession();
    for (const id of [randomUUID(), 'x', '%00', "'"]) {
      assert.equal((await api.send('DELETE', `/auth/sessions/${id}`, token)).status, 404, id);
    }
  });
});
