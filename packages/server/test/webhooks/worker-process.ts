import { pino } from 'pino';
import { startDeliveryWorker } from '../../src/jobs/delivery-worker.ts';
import { createSealer } from '../../src/sealing.ts';
import { openDatabase } from '../../src/store/database.ts';
import { OUTBOX_CHANNEL } from '../../src/store/events/append-event.ts';
import { listenTo } from '../../src/store/listen.ts';

/** A delivery worker in a process of its own, to be killed: `node worker-process.ts <database> <sealing key> <lease ms>`. */
const [, , url, key, leaseMs] = process.argv;
const machine = { now: () => Date.now() };
const worker = startDeliveryWorker(
  {
    db: openDatabase(url, { maxConnections: 3 }),
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
