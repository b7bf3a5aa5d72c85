import { pino } from 'pino';
import { startDeliveryWorker } from '../../src/outbound/webhooks/delivery-worker.ts';
import { createSealer } from '../../src/ground/secrets/sealing.ts';
import { openDatabase } from '../../src/ground/database/database.ts';
import { OUTBOX_CHANNEL } from '../../src/outbound/events/append-event.ts';
import { listenTo } from '../../src/ground/database/listen.ts';
import { createEventContents } from '../../src/forecasts/runs/run-events.ts';

/** A delivery worker in a process of its own, to be killed: `node worker-process.ts <database> <sealing key> <lease ms>`. */
const [, , url, key, leaseMs] = process.argv;
const machine = { now: () => Date.now() };
const db = openDatabase(url, { maxConnections: 3 });
const worker = startDeliveryWorker(
  {
    db,
    findContents: createEventContents(db),
    clock: machine,
    wallClock: machine,
    logger: pino({ level: 'silent' }),
    sealer: createSealer([Buffer.from(key, 'base64url')]),
    resolve: async () => [],
    allowPrivateTargets: true,
  },
  { leaseMs: Number(leaseMs), timeoutMs: Number(leaseMs) / 3 },
);
listenTo(url, OUTBOX_CHANNEL, () => worker.wake());
process.stdout.write('started\n');
