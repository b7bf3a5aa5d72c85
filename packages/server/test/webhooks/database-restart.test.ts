import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '../../src/ground/database/migrate.ts';
import { openDatabase } from '../../src/ground/database/database.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const ENDPOINTS = 15;
const RUNS = 12;
const CRASHES = new Set([3, 7]);
/** A crashed server forces its whole folder to disk before it is back. */
const RECOVERY_MS = 60_000;

test('a database that crashes and restarts while deliveries are under way loses none', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-restart-'));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase(server.databaseUrl, { maxConnections: 5 });
  await migrate(db);
  const service = await createWebhookService('2026-03-30T10:05:00Z', {
    database: { db, url: server.databaseUrl, drop: () => db.destroy() },
    logLevel: 'silent',
  });
  const receiver = await startReceiver((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), 20);
  });
  const owner = await service.createAdmin();
  const endpoints: string[] = [];
  for (let i = 0; i < ENDPOINTS; i++) {
    endpoints.push((await service.register(owner, `${receiver.url}/${i}`, ['forecast.published'])).id);
  }
  service.startWorker();
  for (let run = 0; run < RUNS; run++) {
    const issuedAt = new Date(service.context.clock.now() - 3_600_000 + run).toISOString();
    await persist(() => publishTestRun(db, { issuedAt, firstDay: '2026-03-31', days: 1 }));
    if (!CRASHES.has(run)) continue;
    const file = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(file.split('\n')[0]), 'SIGQUIT');
  }
  // What a crash kept from being written falls due again when its lease is over.
  await persist(() => receiver.waitFor(ENDPOINTS));
  service.context.clock.advance(60_000);
  for (const id of endpoints) {
    const rows = await persist(() => service.settled(id, (all) => all.length === RUNS && isDone(all)));
    assert.equal(new Set(rows.map((row) => row.id)).size, RUNS);
  }
  const seen = new Set(receiver.received.map(({ headers }) => headers['svc-webhook-id']));
  assert.equal(seen.size, RUNS * ENDPOINTS);
  await receiver.close();
  await service.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function isDone(rows: { state: string }[]): boolean {
  return rows.every(({ state }) => state === 'succeeded');
}

/** Tries again while the database is away, as the service's queue does. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RECOVERY_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}
