import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { attackedApi } from './attacked-api.ts';
import { type RunningAttack, startUnsentBodies } from './unsent-bodies.ts';

/** Waits until no more than so many of the attack's requests are without an answer. */
async function untilWaiting(attack: RunningAttack, most: number): Promise<void> {
  while ((attack.counts()['waiting'] ?? 0) > most) await sleep(20);
}

function refusedBy(attack: RunningAttack): number {
  const { 404: unknown = 0, 429: tooMany = 0 } = attack.counts();
  return unknown + tooMany;
}

test('1100 sockets with a body announced and not sent take nothing from others', async () => {
  const { api, baseUrl, askAsOther } = await attackedApi(
    { addressConnections: 2000 },
    { maxWaitingBodies: 50 },
  );
  const { token: own } = await api.createSession();
  const other = await api.createKey();
  const paths = ['/api/v1/auth/register', '/api/v1/auth/api-keys', '/api/v1/nothing'];
  const attack = await startUnsentBodies(baseUrl, { sockets: 1100, paths, authorization: `Bearer ${own}` });
  assert.deepEqual(await askAsOther(other), { 200: 10 });
  // Of one address, and of one credential, 50 bodies are waited for; 408 where they have been waited for long enough.
  await untilWaiting(attack, 100);
  assert.equal(refusedBy(attack), 1000);
  assert.deepEqual(await askAsOther(other), { 200: 10 });
  await attack.stop();
  // What was waited for counts no longer.
  const again = await startUnsentBodies(baseUrl, {
    sockets: 60,
    paths: ['/api/v1/auth/api-keys'],
    authorization: `Bearer ${own}`,
  });
  await untilWaiting(again, 50);
  assert.equal(refusedBy(again), 10);
  await again.stop();
});

test('connections beyond those that an address may have are closed, and others connect', async () => {
  const { api, baseUrl, askAsOther } = await attackedApi({ addressConnections: 20 });
  const key = await api.createKey();
  const attack = await startUnsentBodies(baseUrl, { sockets: 50, paths: ['/api/v1/auth/register'] });
  await untilWaiting(attack, 20);
  assert.equal(attack.counts()['closed'], 30);
  assert.deepEqual(await askAsOther(key), { 200: 10 });
  await attack.stop();
});
