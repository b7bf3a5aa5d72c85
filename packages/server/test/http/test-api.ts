import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Logger, pino } from 'pino';
import { createApp } from '../../src/http/app.ts';
import { ErrorBody } from '../../src/http/schemas/error.ts';
import { createApiKey } from '../../src/services/identity/create-api-key.ts';
import { createTenant } from '../../src/services/identity/create-tenant.ts';
import type { Scope } from '../../src/services/identity/principal.ts';
import type { Db } from '../../src/store/database.ts';
import type { DataOrigin } from '../../src/store/service-state.ts';
import { createTestDatabase } from '../database.ts';
import { type TestClock, createTestClock } from '../test-clock.ts';
import { documentedSchema } from './documented-schema.ts';

/** The API on a database of its own, with a clock that the test moves. */
export interface TestApi {
  app: FastifyInstance;
  db: Db;
  clock: TestClock;
  jwtSecret: Uint8Array;
  /** What the service would say of its surroundings; a test may change it. */
  state: { dataOrigin: DataOrigin | undefined; queueIsHealthy: boolean };
  /** A key of a new tenant; without `requestsPerMinute` it may make as many requests as a test wants. */
  createKey(options?: KeyOptions): Promise<string>;
  /** Asks for a path under /api/v1. A JSON answer must match what the OpenAPI document says of the route and status. */
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export interface KeyOptions {
  scopes?: Scope[];
  products?: string[];
  requestsPerMinute?: number;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The parsed JSON body; undefined for any other. */
  body: unknown;
}

const PREFIX = '/api/v1';

export async function createTestApi(
  startsAt: string,
  {
    maxEventLoopDelayMs = 0,
    logger = pino({ level: 'silent' }),
  }: { maxEventLoopDelayMs?: number; logger?: Logger } = {},
): Promise<TestApi> {
  const { db, drop } = await createTestDatabase();
  const clock = createTestClock(startsAt);
  const jwtSecret = randomBytes(32);
  const state: TestApi['state'] = { dataOrigin: 'market', queueIsHealthy: true };
  const context = { db, clock };
  const app = await createApp({
    ...context,
    logger,
    jwtSecret,
    version: '0.0.0-test',
    dataOrigin: async () => state.dataOrigin,
    queueIsHealthy: async () => state.queueIsHealthy,
    startedAt: clock.now(),
    maxEventLoopDelayMs,
  });
  return {
    app,
    db,
    clock,
    jwtSecret,
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
    get(path, token, headers = {}) {
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return ask(app, { method: 'GET', url: `${PREFIX}${path}`, headers: { ...authorization, ...headers } });
    },
    async close() {
      await app.close();
      await drop();
    },
  };
}

export async function ask(app: FastifyInstance, request: InjectOptions & { url: string }): Promise<Answer> {
  const response = await app.inject(request);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  const body: unknown = isJson ? JSON.parse(response.payload) : undefined;
  if (isJson) {
    const schema = documentedSchema(app, request, response.statusCode);
    const result = schema?.safeParse(body);
    assert.ok(result?.success !== false, `${request.url}: ${result?.error?.message}`);
  }
  return { status: response.statusCode, headers, text: response.payload, body };
}

/** Status and code of an error answer, after checking that its body is complete. */
export function errorOf(answer: Answer): [number, string] {
  const { error, detail, status, request_id } = ErrorBody.parse(answer.body);
  assert.equal(status, answer.status);
  assert.equal(request_id, answer.headers['x-request-id']);
  assert.equal(Array.isArray(detail), status === 422);
  return [status, error];
}
