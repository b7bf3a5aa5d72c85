import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { TotpOffer } from '../../src/people/sessions/schemas.ts';
import { ACCOUNT_WINDOW_MS } from '../../src/people/access/guarded-attempt.ts';
import { createRateLimiter } from '../../src/people/limits/rate-limiter.ts';
import { TEST_PASSWORD } from '../http/test-api.ts';
import { attackAccounts } from './attacked-accounts.ts';
import { guessPasswords } from './guess-passwords.ts';
import { type Stranger, createStranger } from './stranger.ts';

const NEW_PASSWORD = 'a better horse';

const { api, baseUrl, waits } = await attackAccounts();
const target = { baseUrl };
let addresses = 0;
const strangers: Stranger[] = [];
after(async () => {
  for (const stranger of strangers) await stranger.close();
  await api.close();
});

/** The limits by address alone are not what is attacked here. */
beforeEach(() => {
  api.clock.advance(60 * 60_000);
  waits.length = 0;
});

function someone(): Stranger {
  const stranger = createStranger(target, 1000 + addresses++);
  strangers.push(stranger);
  return stranger;
}

function signIn(from: Stranger, email: string, password: string, cookies: readonly string[] = []) {
  return from.send('POST', '/auth/token', { body: { username: email, password }, cookies });
}

const attack = (email: string, plan: { addresses: number; guessesEach: number; password?: string }) => {
  const firstAddress = addresses;
  addresses += plan.addresses;
  return guessPasswords(target, { email, firstAddress, ...plan });
};

/** What a hundred wrong guesses from strangers leave behind. */
async function exhaust(email: string): Promise<void> {
  const failures = createRateLimiter(api, { name: 'sign-in-account', windowMs: ACCOUNT_WINDOW_MS });
  await Promise.all(Array.from({ length: 100 }, () => failures.take(`account:${email}`, 100)));
}

async function resetByMail(from: Stranger, email: string, password: string) {
  await from.send('POST', '/auth/password/forgot', { body: { email } });
  const mails = await api.deliverMail();
  const token = /reset\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  return from.send('POST', '/auth/password/reset', { body: { token, password } });
}

test('guesses from one address stop at ten, and keep the owner out nowhere else', async () => {
  const { email } = await api.createSession();
  assert.deepEqual(await attack(email, { addresses: 1, guessesEach: 30 }), { 401: 10, 429: 20 });
  assert.equal((await signIn(someone(), email, TEST_PASSWORD)).status, 200);
});

test('behind the address that the guesses come from, a known device passes, and so does a reset by mail', async () => {
  const { email } = await api.createSession();
  const owner = someone();
  const { cookies } = await signIn(owner, email, TEST_PASSWORD);
  assert.match(cookies[0], /^lonja_device_[0-9a-f]{8}=/);
  for (let i = 0; i < 12; i++) await signIn(owner, email, 'a wrong guess');
  assert.equal((await signIn(owner, email, TEST_PASSWORD)).status, 429);
  assert.equal((await signIn(owner, email, TEST_PASSWORD, cookies)).status, 200);
  assert.equal((await resetByMail(owner, email, NEW_PASSWORD)).status, 204);
  assert.equal((await signIn(owner, email, NEW_PASSWORD)).status, 200);
});

test('guesses from many addresses are slowed and stop at a hundred in an hour; known devices and a reset pass', async () => {
  const { email } = await api.createSession();
  const known = await signIn(someone(), email, TEST_PASSWORD);
  assert.deepEqual(await attack(email, { addresses: 11, guessesEach: 10 }), { 401: 100, 429: 10 });
  assert.deepEqual(waits.slice(0, 13), [...Array(11).fill(0), 250, 500]);
  assert.equal(Math.max(...waits), 5000);
  const elsewhere = someone();
  assert.equal((await signIn(elsewhere, email, TEST_PASSWORD)).status, 429);
  assert.equal((await signIn(elsewhere, email, TEST_PASSWORD, known.cookies)).status, 200);
  const reset = await resetByMail(elsewhere, email, NEW_PASSWORD);
  assert.equal(reset.status, 204);
  assert.equal((await signIn(someone(), email, NEW_PASSWORD)).status, 200);
  await exhaust(email);
  assert.equal((await signIn(someone(), email, NEW_PASSWORD)).status, 429);
  assert.equal((await signIn(someone(), email, NEW_PASSWORD, reset.cookies)).status, 200);
});

test('a known device guesses ten times too; another account, a new password and a forgery make a stranger of it', async () => {
  const { email, userId, token } = await api.createSession();
  const other = await api.createSession();
  const device = await signIn(someone(), email, TEST_PASSWORD);
  const thief = someone();
  const guesses = [];
  for (let i = 0; i < 12; i++)
    guesses.push((await signIn(thief, email, 'a wrong guess', device.cookies)).status);
  assert.deepEqual(guesses, [...Array(10).fill(401), 429, 429]);
  await exhaust(email);
  const forged = await new SignJWT({ ver: 1 })
    .setProtectedHeader({ alg: 'HS256', typ: 'device+jwt' })
    .setSubject(userId)
    .setJti(userId)
    .setIssuedAt()
    .setExpirationTime('1y')
    .sign(new Uint8Array(32));
  const name = device.cookies[0].split('=')[0];
  const foreign = await signIn(someone(), other.email, TEST_PASSWORD);
  for (const value of [forged, token, foreign.cookies[0].split('=')[1], 'x', '']) {
    assert.equal((await signIn(someone(), email, TEST_PASSWORD, [`${name}=${value}`])).status, 429, value);
  }
  const body = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD };
  const changed = await someone().send('POST', '/auth/password', { body, token });
  assert.equal(changed.status, 200);
  assert.equal((await signIn(someone(), email, NEW_PASSWORD, device.cookies)).status, 429);
  assert.equal((await signIn(someone(), email, NEW_PASSWORD, changed.cookies)).status, 200);
});

test('the token of a device opens nothing', async () => {
  const { email } = await api.createSession();
  const [cookie] = (await signIn(someone(), email, TEST_PASSWORD)).cookies;
  const token = cookie.split('=')[1];
  assert.equal((await someone().send('GET', '/auth/me', { token })).status, 401);
});

test('a signed-in user changes the password under attack; guesses from within the session stop at ten', async () => {
  const { email, token } = await api.createSession();
  await exhaust(email);
  const change = (current_password: string) =>
    someone().send('POST', '/auth/password', {
      token,
      body: { current_password, new_password: NEW_PASSWORD },
    });
  for (let i = 0; i < 10; i++) assert.equal((await change('a wrong guess')).status, 422);
  assert.equal((await change(TEST_PASSWORD)).status, 429);
  const second = await api.createSession();
  await exhaust(second.email);
  const body = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD };
  assert.equal((await someone().send('POST', '/auth/password', { token: second.token, body })).status, 200);
});

test('codes of a second factor can be guessed ten times with the right password, from any address; the owner keeps a known device', async () => {
  const { email, token } = await api.createSession();
  const body = { password: TEST_PASSWORD };
  const offer = TotpOffer.parse(
    JSON.parse((await someone().send('POST', '/auth/totp/enrol', { token, body })).text),
  );
  const totp = new TOTP({ secret: Secret.fromBase32(offer.secret) });
  const code = () => totp.generate({ timestamp: api.clock.now() });
  await someone().send('POST', '/auth/totp/confirm', { token, body: { otp: code() } });
  const withCode = (cookies: readonly string[] = []) => {
    api.clock.advance(30_000);
    const form = { username: email, password: TEST_PASSWORD, otp: code() };
    return someone().send('POST', '/auth/token', { body: form, cookies });
  };
  const known = await withCode();
  assert.equal(known.status, 200);
  const counts = await attack(email, { addresses: 4, guessesEach: 5, password: TEST_PASSWORD });
  assert.deepEqual(counts, { 401: 10, 429: 10 });
  assert.equal((await withCode()).status, 429);
  assert.equal((await withCode(known.cookies)).status, 200);
  // Who knows the password and has no code is asked for one, and uses nothing up.
  for (let i = 0; i < 12; i++) assert.equal((await signIn(someone(), email, TEST_PASSWORD)).status, 401);
});
