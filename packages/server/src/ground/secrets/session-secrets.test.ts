import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { parseSessionSecrets, type SessionSecrets, writtenSecrets } from './session-secrets.ts';
import { issueSessionToken, readSessionToken } from '../../people/access/session-token.ts';

const [first, second, third] = [1, 2, 3].map(() => randomBytes(32));
const now = Date.parse('2026-03-30T10:05:00Z');
const session = {
  userId: randomUUID(),
  tenantId: randomUUID(),
  role: 'viewer' as const,
  version: 1,
  tokenId: randomUUID(),
};

test('what an older secret has signed is taken until that secret is gone; the newest signs', async () => {
  const old = await issueSessionToken([first], session, now);
  const both: SessionSecrets = [second, first];
  assert.equal((await readSessionToken(both, old, now)).tokenId, session.tokenId);
  const fresh = await issueSessionToken(both, session, now);
  assert.equal((await readSessionToken([third, second], fresh, now)).userId, session.userId);
  const isInvalid = { code: 'invalid_token' };
  await assert.rejects(readSessionToken([first], fresh, now), isInvalid);
  await assert.rejects(readSessionToken([third, second], old, now), isInvalid);
  await assert.rejects(readSessionToken(both, old, now + 86_400_000), /has expired/);
});

test('secrets are read newest first, and none that is short', () => {
  const texts = writtenSecrets([second, first]);
  for (const written of [texts.join(','), texts.join(', '), `${texts.join('\n')}\n`]) {
    assert.deepEqual(parseSessionSecrets(written), [second, first]);
  }
  for (const text of ['', ' , ', 'short', `${texts[0]},short`, texts[0].slice(1), `${texts[0]}=`]) {
    assert.equal(parseSessionSecrets(text), undefined, text);
  }
});
