import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createLogger } from '../../src/ground/telemetry/log.ts';
import { createTestApi, type TestMail } from '../http/test-api.ts';

const lines: string[] = [];
const destination = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const { logger } = createLogger({ level: 'trace', format: 'json' }, destination);
const api = await createTestApi('2026-03-30T10:05:00Z', { logger, handlerTimeoutMs: 1500 });
const baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
after(() => api.close());

const WRONG_PASSWORD = 'wrong-pass-7781';
const NEW_PASSWORD = 'seven quiet herons';

/** Everything that may be in no line. */
const secrets = new Set<string>([WRONG_PASSWORD, NEW_PASSWORD]);

function secretOf(text: string | undefined, pattern: RegExp): string {
  const secret = pattern.exec(text ?? '')?.[1];
  assert.ok(secret !== undefined, `${pattern} is not in ${text}`);
  secrets.add(secret);
  return secret;
}

async function onlyMail(): Promise<TestMail> {
  const mails = await api.deliverMail();
  assert.equal(mails.length, 1);
  return mails[0];
}

test('no query, token, code, key or password is in any line of a run, its errors and slow answers included', async () => {
  const admin = await api.createSession();
  secrets.add(admin.token);

  // Accounts: an invitation that is looked up fast, slowly and by somebody who hangs up; a reset; sign-ins.
  const invited = { email: 'eva@example.com', role: 'viewer' };
  await api.send('POST', '/auth/invitations', admin.token, invited);
  const invitation = secretOf((await onlyMail()).text, /invite\?token=([\w-]+)/);
  const lookUp = `/auth/invitations/lookup?token=${invitation}`;
  assert.equal((await api.get(lookUp)).status, 200);
  await api.db.transaction().execute(async (tx) => {
    await sql`lock table invitation in access exclusive mode`.execute(tx);
    assert.equal((await api.get(lookUp)).status, 503);
    const gone = new AbortController();
    const asked = fetch(`${baseUrl}/api/v1${lookUp}`, { signal: gone.signal }).catch(() => undefined);
    setTimeout(() => gone.abort(), 50);
    await asked;
  });
  await api.send('POST', '/auth/password/forgot', undefined, { email: admin.email });
  const reset = secretOf((await onlyMail()).text, /reset\?token=([\w-]+)/);
  await api.send('POST', '/auth/password/reset', undefined, { token: reset, password: NEW_PASSWORD });
  for (const password of [WRONG_PASSWORD, NEW_PASSWORD]) {
    await api.app.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: admin.email, password }).toString(),
    });
  }

  // A key: used well, put into the query, into a path, and mistyped.
  const key = await api.createKey();
  secrets.add(key);
  assert.equal((await api.get('/markets', key)).status, 200);
  for (const path of [`/markets?api_key=${key}`, `/nowhere/${key}`, `/markets/${key}?x=${key}`]) {
    assert.ok((await api.get(path, key)).status >= 400);
  }
  await api.get('/markets', `${key}x`);

  // What the database and a library say of it when something breaks.
  await sql`alter table invitation rename to invitation_away`.execute(api.db);
  assert.equal((await api.get(lookUp)).status, 500);
  await sql`alter table invitation_away rename to invitation`.execute(api.db);
  logger.warn({
    err: new Error(`Reply was already sent, did you forget to "return reply" in "/api/v1${lookUp}"?`),
  });
  logger.error(`cannot reach postgres://lonja:${WRONG_PASSWORD}@db/lonja`);

  assert.ok(lines.length > 15);
  for (const line of lines) {
    assert.doesNotThrow(() => JSON.parse(line), line);
    for (const secret of secrets) assert.ok(!line.includes(secret), line);
    assert.doesNotMatch(line, /\?[\w-]+=/);
  }
});
