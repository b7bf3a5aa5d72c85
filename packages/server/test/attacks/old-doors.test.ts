import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApi } from '../http/test-api.ts';
import { tryForgedCredentials } from './forged-tokens.ts';
import { raceForInvitation, raceForLastAdmin, raceForLimit } from './races.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

test('no credential that was never issued is accepted', async () => {
  const { tries, broken } = await tryForgedCredentials(api);
  assert.ok(tries >= 3 * 34);
  assert.deepEqual(broken, []);
});

test('an invitation that is accepted many times at once makes one user', async () => {
  assert.deepEqual((await raceForInvitation(api)).broken, []);
});

test('two admins who take each other the role at once leave one', async () => {
  assert.deepEqual((await raceForLastAdmin(api)).broken, []);
});

test('of 300 requests at once over two processes 60 are served', async () => {
  assert.deepEqual((await raceForLimit(api, await api.addProcess())).broken, []);
});
