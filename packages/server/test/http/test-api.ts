import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Logger, pino } from 'pino';
import type { ApiContext } from '../../src/start/api-context.ts';
import { createApp } from '../../src/start/app.ts';
import { ErrorBody } from '../../src/ground/http/error.ts';
import { createDataEpoch } from '../../src/market/replies/data-epoch.ts';
import { createApiKey, createTenant } from '../../src/people/access/create-identities.ts';
import type { SessionSecrets } from '../../src/ground/secrets/session-secrets.ts';
import type { Scope } from '../../src/people/access/principal.ts';
import { deliverDueMail } from '../../src/people/mail-delivery/deliver-due-mail.ts';
import type { OutboxSignal } from '../../src/outbound/events/append-event.ts';
import { startSession } from '../../src/people/sessions/rules.ts';
import type { RequestLimits } from '../../src/people/limits/request-limits.ts';
import { createSealer } from '../../src/ground/secrets/sealing.ts';
import { type DatabaseOptions, type Db, openDatabase } from '../../src/ground/database/database.ts';
import { type Role, insertUser } from '../../src/people/access/identity.ts';
import type { DataOrigin } from '../../src/ground/database/service-state.ts';
import { listKnownSources } from '../../src/market/sources/known-sources.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type TestClock, createTestClock } from '../test-clock.ts';
import { createTestContext } from '../test-context.ts';
import { createTestJobs, type TestJobs } from '../test-jobs.ts';
import { testWebhookSettings } from '../webhook-settings.ts';
import { documentedSchema } from './documented-schema.ts';

/** The API on a database of its own, with a clock that the test signals. */
export interface TestApi {
  app: FastifyInstance;
  db: Db;
  databaseUrl: string;
  clock: TestClock;
  sessionSecrets: SessionSecrets;
  /** Signals to the API that events were written. */
  outbox: OutboxSignal;
  jobs: TestJobs;
  /** What the service would say of its surroundings; a test may change it. */
  state: { dataOrigin: DataOrigin | undefined; queueIsHealthy: boolean; mailIsDown: boolean };
  /** A key of a new tenant; without `requestsPerMinute` it may make as many requests as a test wants. */
  createKey(options?: KeyOptions): Promise<string>;
  /** A signed-in user of a new tenant, or of the one that is named. */
  createSession(options?: SessionOptions): Promise<TestSession>;
  /** Sends the mail that waits and gives all that was sent since the last call. */
  deliverMail(): Promise<TestMail[]>;
  /** Sends a JSON body, or none, to a path under /api/v1; the answer is checked like that of `get`. */
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    token?: string,
    body?: object,
  ): Promise<Answer>;
  /** Asks for a path under /api/v1. A JSON answer must match what the OpenAPI document says of the route and status. */
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Answer>;
  /** A further app on the same database with a pool of its own, as a second process would be. */
  addProcess(pool?: Partial<DatabaseOptions>): Promise<FastifyInstance>;
  close(): Promise<void>;
}

export type TestApiOptions = Pick<
  ApiContext,
  | 'application'
  | 'clockAheadMs'
  | 'corsOrigins'
  | 'delay'
  | 'handlerTimeoutMs'
  | 'maxEventLoopDelayMs'
  | 'limits'
  | 'maxRequestsOfOne'
  | 'maxRequestsUnderWay'
  | 'maxWaitingBodies'
  | 'publicUrl'
  | 'reader'
  | 'readinessAgeMs'
  | 'refusalDelayMs'
  | 'sessionIdleMs'
  | 'signInPrivateOrigins'
  | 'superadminsNeedFactor'
  | 'telemetry'
  | 'trustedProxies'
  | 'whatIfs'
> & {
  logger?: Logger;
  /** Lets webhooks be sent to loopback. */
  allowPrivateTargets?: boolean;
  /** Absent: a database of its own. */
  database?: TestDatabase;
  sessionSecrets?: SessionSecrets;
  /** Absent: the secret of the sessions. */
  sealingKeys?: Uint8Array[];
};

export interface KeyOptions {
  scopes?: Scope[];
  products?: string[];
  requestsPerMinute?: number;
}

export interface TestMail {
  to: string;
  subject: string;
  text: string;
}

export interface SessionOptions {
  role?: Role;
  tenantId?: string;
  isSuperadmin?: boolean;
}

export interface TestSession {
  token: string;
  tenantId: string;
  userId: string;
  email: string;
}

/** Hashed once, and at the least cost, which a hash names itself: tests of what a sign-in leads to need not wait for an expensive one each. */
export const TEST_PASSWORD = 'correct horse';
const TEST_PASSWORD_HASH = await hash(TEST_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The parsed JSON body; undefined for any other. */
  body: unknown;
}

const PREFIX = '/api/v1';

/** Of tests that are not about limits. */
const NO_LIMITS: RequestLimits = {
  tenantRequestsPerMinute: 1_000_000,
  tenantKeys: 1000,
  addressRequestsPerMinute: 1_000_000,
  addressConnections: 10_000,
};

export async function createTestApi(
  startsAt: string,
  {
    maxEventLoopDelayMs = 0,
    logger = pino({ level: 'silent' }),
    allowPrivateTargets = false,
    database: given,
    sessionSecrets = [randomBytes(32)],
    sealingKeys = [...sessionSecrets],
    limits = NO_LIMITS,
    ...settings
  }: TestApiOptions = {},
): Promise<TestApi> {
  const database = given ?? (await createTestDatabase());
  const { db, drop } = database;
  const clock = createTestClock(startsAt);
  const state: TestApi['state'] = { dataOrigin: 'market', queueIsHealthy: true, mailIsDown: false };
  const context = { db, clock };
  const webhooks = testWebhookSettings({ allowPrivateTargets });
  const jobs = createTestJobs(database.url);
  const appOn = (pool: Db) => {
    const dataEpoch = createDataEpoch({ db: pool, clock });
    const nameWithOrigin = (name: string) => `${state.dataOrigin} ${name}`;
    return createApp({
      db: pool,
      clock,
      logger,
      sessionSecrets,
      sealer: createSealer(sealingKeys),
      onMailQueued: () => {},
      version: '0.0.0-test',
      dataOrigin: async () => state.dataOrigin,
      dataEpoch: {
        read: async () => nameWithOrigin(await dataEpoch.read()),
        latest() {
          const known = dataEpoch.latest();
          return known && { ...known, name: nameWithOrigin(known.name) };
        },
      },
      queueIsHealthy: async () => state.queueIsHealthy,
      jobs: jobs.board,
      knownSources: listKnownSources(createTestContext(db, startsAt)),
      startedAt: clock.now(),
      delay: async () => {},
      maxEventLoopDelayMs,
      readinessAgeMs: 0,
      refusalDelayMs: 0,
      limits,
      ...webhooks,
      ...settings,
    });
  };
  const app = await appOn(db);
  const others: { app: FastifyInstance; pool: Db }[] = [];
  return {
    app,
    db,
    databaseUrl: database.url,
    clock,
    sessionSecrets,
    outbox: webhooks.outbox,
    jobs,
    state,
    async createKey({ products, ...options } = {}) {
      const tenantId = await createTenant(context, { name: 'Test', ...(products && { products }) });
      const input = {
        tenantId,
        label: 'test',
        role: 'viewer' as const,
        requestsPerMinute: 100_000,
        ...options,
      };
      return (await createApiKey(context, input)).key;
    },
    async createSession({ role = 'admin', isSuperadmin = false, ...options } = {}) {
      const tenantId = options.tenantId ?? (await createTenant(context, { name: 'Test' }));
      await db.updateTable('tenant').set({ rate_limit: 100_000 }).where('id', '=', tenantId).execute();
      const userId = randomUUID();
      const email = `${userId}@example.com`;
      await insertUser(db, {
        id: userId,
        tenant_id: tenantId,
        email,
        password_hash: TEST_PASSWORD_HASH,
        full_name: 'Test',
        role,
        is_superadmin: isSuperadmin,
        created_at: new Date(clock.now()),
      });
      const owner = { userId, tenantId, role, tokenVersion: 1 };
      const origin = { address: '127.0.0.1', userAgent: 'test' };
      const { token } = await startSession({ ...context, sessionSecrets }, owner, origin);
      return { token, tenantId, userId, email };
    },
    async deliverMail() {
      const sent: TestMail[] = [];
      const transport = {
        send: async (mail: TestMail) => {
          if (state.mailIsDown) throw new Error('there is no mail server');
          sent.push(mail);
          return { file: undefined };
        },
      };
      const publicUrl = 'https://lonja.example.com';
      await deliverDueMail({ ...context, logger, sessionSecrets, publicUrl, transport, atOnce: 1 });
      return sent;
    },
    send(method, path, token, body) {
      const headers = authorizationOf(token);
      return ask(app, { method, url: `${PREFIX}${path}`, headers, ...(body && { payload: body }) });
    },
    get(path, token, headers = {}) {
      const url = `${PREFIX}${path}`;
      return ask(app, { method: 'GET', url, headers: { ...authorizationOf(token), ...headers } });
    },
    async addProcess(options) {
      const pool = openDatabase(database.url, { maxConnections: 5, ...options });
      const other = await appOn(pool);
      others.push({ app: other, pool });
      return other;
    },
    async close() {
      for (const { app: other, pool } of others) {
        await other.close();
        await pool.destroy();
      }
      await app.close();
      await jobs.stop();
      await drop();
    },
  };
}

function authorizationOf(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

export async function ask(app: FastifyInstance, request: InjectOptions & { url: string }): Promise<Answer> {
  const response = await app.inject(request);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const text = decoded(response.rawPayload, headers['content-encoding']);
  const isJson = /^application\/(problem\+)?json/.test(headers['content-type'] ?? '');
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  if (isJson) {
    const type = headers['content-type'].split(';')[0];
    const schema = documentedSchema(app, request, { status: response.statusCode, type });
    const result = schema?.safeParse(body);
    assert.ok(result?.success !== false, `${request.url}: ${result?.error?.message}`);
  }
  return { status: response.statusCode, headers, text, body };
}

/** Status and code of an error answer, after checking that its body is complete. */
export function errorOf(answer: Answer): [number, string] {
  const { error, detail, status, request_id } = ErrorBody.parse(answer.body);
  assert.equal(status, answer.status);
  assert.equal(request_id, answer.headers['x-request-id']);
  assert.equal(Array.isArray(detail), status === 422);
  return [status, error];
}

function decoded(payload: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(payload).toString();
  return encoding === 'gzip' ? gunzipSync(payload).toString() : payload.toString();
}
