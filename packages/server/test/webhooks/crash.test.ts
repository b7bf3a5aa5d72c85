import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SEALING_KEY_BYTES, createSealer } from '../../src/sealing.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const WORKER = fileURLToPath(new URL('worker-process.ts', import.meta.url));
const KILLS = 50;
const WORKERS = 5;
const ENDPOINTS = 20;
const LEASE_MS = 1500;
const RUNS = 15;

test(`a worker that is killed ${KILLS} times in the middle of deliveries loses none and changes no id`, async () => {
  const key = randomBytes(SEALING_KEY_BYTES);
  const service = await createWebhookService(new Date().toISOString(), { sealer: createSealer([key]) });
  const { db, context } = service;
  // Slow enough that a kill finds deliveries under way.
  const receiver = await startReceiver((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), 40);
  });
  const owner = await service.createAdmin();
  const endpoints: string[] = [];
  for (let i = 0; i < ENDPOINTS; i++) {
    const { id } = await service.register(owner, `${receiver.url}/${i}`, ['forecast.published']);
    endpoints.push(id);
  }
  const spawnWorker = (): ChildProcess =>
    spawn(process.execPath, [WORKER, service.url, key.toString('base64url'), String(LEASE_MS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  let published = 0;
  let kills = 0;
  /** Starts a worker, lets it get into its work and kills it, again and again. */
  const crashLoop = async () => {
    while (kills < KILLS) {
      const child = spawnWorker();
      if (child.stdout !== null) await once(child.stdout, 'data');
      if (published < RUNS) {
        const issuedAt = new Date(context.clock.now() - 3_600_000 + published++).toISOString();
        await publishTestRun(db, { issuedAt, firstDay: '2026-03-31', days: 1 });
      }
      await sleep(20 + Math.random() * 100);
      kills++;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, crashLoop));
  const lastWorker = spawnWorker();
  for (const id of endpoints) {
    const rows = await service.settled(id);
    assert.equal(rows.length, RUNS);
    assert.ok(rows.every(({ state, attempts }) => state === 'succeeded' && attempts >= 1));
  }
  lastWorker.kill('SIGKILL');
  await once(lastWorker, 'exit');
  const expected = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'endpoint_id', 'event_id'])
    .execute();
  assert.equal(expected.length, RUNS * ENDPOINTS);
  const seen = new Set(receiver.received.map(({ headers }) => String(headers['svc-webhook-id'])));
  assert.deepEqual([...seen].sort(), expected.map(({ id }) => id).sort());
  const repeated = receiver.received.length - expected.length;
  assert.ok(repeated > 0, 'a kill in the middle of a delivery leads to a second one');
  await receiver.close();
  await service.close();
});
