/** One server of the API benchmark in a process of its own: the service's API on a database, or a bare server with the same bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createClock } from '../../packages/server/src/ground/timing/clock.ts';
import { createApp } from '../../packages/server/src/start/app.ts';
import { createSealer } from '../../packages/server/src/ground/secrets/sealing.ts';
import { createReader } from '../../packages/server/src/start/reading/create-reader.ts';
import type { ReaderSettings } from '../../packages/server/src/start/reading/reading-thread.ts';
import { createDataEpoch } from '../../packages/server/src/market/replies/data-epoch.ts';
import { createOutboxSignal } from '../../packages/server/src/outbound/events/append-event.ts';
import { NO_JOBS } from '../../packages/server/src/ground/jobs/job-board.ts';
import { openDatabase } from '../../packages/server/src/ground/database/database.ts';

const READER = new URL('../../packages/server/src/start/reading/reading-thread.ts', import.meta.url);

export interface ServerOrder {
  kind: 'service' | 'bare';
  databaseUrl: string;
  /** Of the bare server: what it sends. */
  body: string;
  etag: string;
  /** Whether the service answers dear reads in a thread, as an installation does. */
  usesReader?: true;
}

process.on('message', (message: ServerOrder | 'cpu' | 'memory' | 'stop') => {
  if (message === 'stop') process.exit(0);
  else if (message === 'memory') process.send?.(memoryAfterCollection());
  else if (message === 'cpu') process.send?.({ ...process.cpuUsage(), rss: process.memoryUsage.rss() });
  else void start(message).then((port) => process.send?.({ port }));
});

/** What is left in use once nothing more can be collected; the process has to run with --expose-gc. */
function memoryAfterCollection(): NodeJS.MemoryUsage {
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  return process.memoryUsage();
}

async function start({ kind, databaseUrl, body, etag, usesReader }: ServerOrder): Promise<number> {
  if (kind === 'service') return startService(databaseUrl, usesReader);
  const bytes = Buffer.from(body);
  const server = createServer((request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else {
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': bytes.length,
          etag,
        })
        .end(bytes);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server.address());
}

async function startService(databaseUrl: string, usesReader = false): Promise<number> {
  const logger = pino({ level: 'warn' });
  const db = openDatabase(databaseUrl, { maxConnections: 16 });
  const clock = createClock(Date.parse('2026-03-30T10:10:00Z'));
  const secret = Buffer.alloc(32, 7);
  const app = await createApp({
    db,
    clock,
    logger,
    ...(usesReader && { reader: createReader(READER, { settings: readerSettings(databaseUrl), logger }) }),
    sessionSecrets: [secret],
    sealer: createSealer([secret]),
    onMailQueued: () => {},
    outbox: createOutboxSignal(),
    webhooks: { resolve: async () => [], allowPrivateTargets: false },
    version: '0.0.0-benchmark',
    dataOrigin: async () => 'market',
    dataEpoch: createDataEpoch({ db, clock }),
    queueIsHealthy: async () => true,
    jobs: NO_JOBS,
    knownSources: [],
    startedAt: clock.now(),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return portOf(app.server.address());
}

function readerSettings(databaseUrl: string): ReaderSettings {
  return { databaseUrl, databaseReplicaUrl: undefined, databaseConnections: 4 };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  return address.port;
}
