import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import {
  type DeliveryWorkerOptions,
  startDeliveryWorker,
} from '../../src/outbound/webhooks/delivery-worker.ts';
import { createTenant } from '../../src/people/access/create-identities.ts';
import type { Principal } from '../../src/people/access/principal.ts';
import { createEndpoint } from '../../src/outbound/webhooks/rules.ts';
import type { DeliveryContext } from '../../src/outbound/webhooks/webhook-context.ts';
import { SEALING_KEY_BYTES, type Sealer, createSealer } from '../../src/ground/secrets/sealing.ts';
import type { Db } from '../../src/ground/database/database.ts';
import { OUTBOX_CHANNEL } from '../../src/outbound/events/append-event.ts';
import { listenTo } from '../../src/ground/database/listen.ts';
import type {
  EventType,
  StoredAttempt,
  WebhookDeliveryTable,
} from '../../src/ground/database/webhook-schema.ts';
import { ATTEMPT_COLUMNS, attemptLogOf } from '../../src/outbound/webhooks/deliveries.ts';
import type { Resolve } from '../../src/outbound/webhooks/vetted-agent.ts';
import { type TestDatabase, createTestDatabase } from '../database.ts';
import { type TestClock, createTestClock } from '../test-clock.ts';
import { testWebhookSettings } from '../webhook-settings.ts';
import { createEventContents } from '../../src/forecasts/runs/run-events.ts';

/** Webhooks on a database of their own, with a worker, whose targets may lie on loopback unless said otherwise. */
export interface WebhookService {
  context: DeliveryContext & { clock: TestClock };
  db: Db;
  url: string;
  /** An admin of a new tenant. */
  createAdmin(options?: { products?: string[] }): Promise<Principal>;
  register(
    admin: Principal,
    url: string,
    events?: EventType[],
    quantiles?: number[],
    resolution?: 'PT1H' | 'PT15M',
  ): Promise<{ id: string; url: string; secret: string }>;
  /** Starts a worker; it stops with the service at the latest. */
  startWorker(options?: DeliveryWorkerOptions): { wake(): void; stop(): Promise<void> };
  /** Deliveries of an endpoint, oldest first, once none of them is under way or `isDone` says so. */
  settled(endpointId: string, isDone?: (rows: DeliveryRow[]) => boolean): Promise<DeliveryRow[]>;
  close(): Promise<void>;
}

export type DeliveryRow = {
  [Column in 'id' | 'event' | 'state' | 'last_status']: WebhookDeliveryTable[Column];
} & {
  attempts: number;
  next_attempt_at: Date | null;
  attempt_log: StoredAttempt[];
};

const LOOK_MS = 20;
const PATIENCE_MS = 30_000;

export async function createWebhookService(
  startsAt: string,
  options: {
    resolve?: Resolve;
    allowPrivateTargets?: boolean;
    sealer?: Sealer;
    /** Absent: a database of its own. */
    database?: TestDatabase;
    logLevel?: 'error' | 'silent';
  } = {},
): Promise<WebhookService> {
  const { database = await createTestDatabase(), logLevel = 'error', ...overrides } = options;
  const { db } = database;
  const clock = createTestClock(startsAt);
  const { webhooks } = testWebhookSettings({ allowPrivateTargets: true });
  const context = {
    ...webhooks,
    sealer: createSealer([randomBytes(SEALING_KEY_BYTES)]),
    ...overrides,
    db,
    findContents: createEventContents(db),
    clock,
    wallClock: { now: () => Date.now() },
    logger: pino({ level: logLevel }),
  };
  const running: { stop(): Promise<void> }[] = [];
  return {
    context,
    db,
    url: database.url,
    async createAdmin({ products } = {}) {
      const tenantId = await createTenant(context, { name: 'Test', ...(products && { products }) });
      return {
        credentialId: `key:${randomUUID()}`,
        tenantId,
        userId: undefined,
        sessionId: undefined,
        keyId: randomUUID(),
        role: 'admin',
        isSuperadmin: false,
        scopes: undefined,
        products: products ?? [],
        requestsPerMinute: 60,
        tenantRequestsPerMinute: 600,
      };
    },
    async register(
      admin,
      url,
      events = ['forecast.published', 'forecast.changed', 'prices.published'],
      quantiles = [],
      resolution = 'PT1H',
    ) {
      const input = { name: 'test', url, events, quantiles, resolution };
      const { endpoint, secret } = await createEndpoint(context, admin, input);
      return { id: endpoint.id, url: endpoint.url, secret };
    },
    startWorker(workerOptions) {
      const worker = startDeliveryWorker(context, workerOptions);
      const listening = listenTo(database.url, OUTBOX_CHANNEL, () => worker.wake());
      let stopped: Promise<void> | undefined;
      const handle = {
        wake: () => worker.wake(),
        stop: () => (stopped ??= listening.stop().then(() => worker.stop())),
      };
      running.push(handle);
      return handle;
    },
    async settled(endpointId, isDone = (rows) => rows.every(({ state }) => state !== 'pending')) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const rows = await db
          .selectFrom('webhook_delivery')
          .leftJoin('webhook_queue', 'webhook_queue.delivery_id', 'webhook_delivery.id')
          .select(['id', 'webhook_delivery.event', 'state', 'last_status', 'attempts'])
          .select(ATTEMPT_COLUMNS)
          .select('due_at as next_attempt_at')
          .where('webhook_delivery.endpoint_id', '=', endpointId)
          .orderBy('created_at')
          .execute();
        const logged = rows.map((row) => ({ ...row, attempt_log: attemptLogOf(row) }));
        if (logged.length > 0 && isDone(logged)) return logged;
        if (Date.now() > deadline) throw new Error(`Not settled: ${JSON.stringify(logged)}`);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    async close() {
      await Promise.all(running.map((each) => each.stop()));
      await database.drop();
    },
  };
}
