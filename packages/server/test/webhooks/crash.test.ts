import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEALING_KEY_BYTES, createSealer } from '../../src/ground/secrets/sealing.ts';
import { bundleProgram } from '../bundle-program.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const WORKER = new URL('worker-process.ts', import.meta.url);
const WORKERS = 5;
const ROUNDS = 10;
const KILLS = WORKERS * ROUNDS;
const ENDPOINTS = 20;
/** An attempt is given up after a third of it, which a busy machine may need. */
const LEASE_MS = 12_000;
const ANSWER_MS = 100;

test(`a worker that is killed ${KILLS} times in the middle of deliveries loses none and changes no id`, async (t) => {
  const worker = await bundleProgram(t, WORKER);
  const key = randomBytes(SEALING_KEY_BYTES);
  const service = await createWebhookService(new Date().toISOString(), { sealer: createSealer([key]) });
  const { db, context } = service;
  t.after(() => service.close());
  const receiver = await startReceiver((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), ANSWER_MS);
  });
  t.after(() => receiver.close());
  const owner = await service.createAdmin();
  const endpoints: string[] = [];
  for (let i = 0; i < ENDPOINTS; i++) {
    const { id } = await service.register(owner, `${receiver.url}/${i}`, ['forecast.published']);
    endpoints.push(id);
  }
  const spawnWorker = () => {
    const child = spawn(
      process.execPath,
      [worker, service.url, key.toString('base64url'), String(LEASE_MS)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    t.after(() => child.kill('SIGKILL'));
    return { child, started: once(child.stdout, 'data'), exited: once(child, 'exit') };
  };
  type Worker = ReturnType<typeof spawnWorker>;
  const hasStarted = async ({ started, exited }: Worker) => {
    const [said] = await Promise.race([started, exited]);
    assert.ok(Buffer.isBuffer(said), `a worker ended before it started: ${said}`);
  };
  const kill = async ({ child, exited }: Worker) => {
    child.kill('SIGKILL');
    await exited;
  };
  /** Kills a worker at a random moment, but before anything is answered that arrives from now on. */
  const killSoon = async (worker: Worker) => {
    await sleep(Math.random() * ANSWER_MS * 0.8);
    await kill(worker);
  };
  for (let round = 0; round < ROUNDS; round++) {
    const workers = Array.from({ length: WORKERS }, spawnWorker);
    await Promise.all(workers.map(hasStarted));
    const issuedAt = new Date(context.clock.now() - 3_600_000 + round).toISOString();
    await publishTestRun(db, { issuedAt, firstDay: '2026-03-31', days: 1 });
    // Nobody is at work between two rounds, so what arrives is from one of these workers.
    await receiver.waitFor(receiver.received.length + 1);
    await Promise.all(workers.map(killSoon));
  }
  const lastWorker = spawnWorker();
  for (const id of endpoints) {
    const rows = await service.settled(id);
    assert.equal(rows.length, ROUNDS);
    assert.ok(rows.every(({ state, attempts }) => state === 'succeeded' && attempts >= 1));
  }
  await kill(lastWorker);
  const expected = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'endpoint_id', 'event_id'])
    .execute();
  assert.equal(expected.length, ROUNDS * ENDPOINTS);
  const seen = new Set(receiver.received.map(({ headers }) => String(headers['svc-webhook-id'])));
  assert.deepEqual([...seen].sort(), expected.map(({ id }) => id).sort());
  const repeated = receiver.received.length - expected.length;
  assert.ok(
    repeated >= ROUNDS,
    `each round has killed the sender of a request that was not answered; ${repeated} came again`,
  );
});
