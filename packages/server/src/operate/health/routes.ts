import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type Readiness as FoundReadiness, checkReadiness } from './check-readiness.ts';
import { CLOCK_LIMITS } from '../telemetry/clock-watch.ts';
import type { Gate } from '../../people/access/admission.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { Health, Readiness } from './schemas.ts';
import { toPreparation } from '../../forecasts/preparation/record.ts';
import { formatInstant, formatOptionalInstant } from '../../ground/http/wire.ts';
import type { ReadinessContext } from './check-readiness.ts';
import type { Db } from '../../ground/database/database.ts';
import type { Replica } from '../../ground/database/replica.ts';

/** What `/ready` says is looked at this often, however many ask. */
const READINESS_AGE_MS = 1000;

/** What the state of this process is read from. */
export interface HealthContext extends Omit<ReadinessContext, 'passGate'> {
  /** What lets requests in, for which all of them wait: its statements are short. Absent: `db`. */
  admissionDb?: Db;
  /** Version of the program. */
  version: string;
  /** Queues that this process has not asked for jobs for a minute though the database answers; absent: it asks for none. */
  queuesNotPolled?: () => readonly string[];
  /** Connections to the database that were given up in the last hour because nothing came back on them; absent: nobody counts. */
  lostConnections?: () => number;
  /** How far the machine's clock is ahead of the database's, ms; undefined until it was compared. Absent: nobody compares. */
  clockAheadMs?: () => number | undefined;
  /** Whether the service is stopping and still answers for a moment; absent: never. */
  isStopping?: () => boolean;
  /** When the service started, epoch ms by `clock`. */
  startedAt: number;
  /** How old what `/ready` says may be; absent: 1000. */
  readinessAgeMs?: number;
  /** How the replica does; absent: there is none. */
  replica?: Pick<Replica, 'state'>;
}

/** Health routes take no credential and ignore parameters: probes send all sorts of them. */
export const healthRoutes: FastifyPluginAsyncZod<{
  context: HealthContext;
  gate?: Gate | undefined;
}> = async (app, { context, gate }) => {
  const config = { answersUnderPressure: true, ignoresQuery: true };
  const readReadiness = createReadinessReader(context, gate);
  const notPolled = () => [...(context.queuesNotPolled?.() ?? [])];

  app.get(
    '/health',
    {
      config,
      schema: {
        operationId: 'getHealth',
        tags: ['Health'],
        summary: 'Whether the process is alive',
        description:
          'Touches nothing but the process. A process that carries out jobs fails where it has not asked a queue for them for a minute, though the database answers.',
        response: {
          200: Health.describe('The process is alive.'),
          503: Health.describe('The process does not do its work and should be started again.'),
          ...errorResponses([429]),
        },
      },
    },
    async (_request, reply) => {
      const isWorking = notPolled().length === 0;
      void reply.code(isWorking ? 200 : 503).header('Cache-Control', 'no-store');
      const now = context.clock.now();
      return {
        status: isWorking ? ('ok' as const) : ('failed' as const),
        version: context.version,
        uptime_s: Math.floor((now - context.startedAt) / 1000),
        now: formatInstant(now),
      };
    },
  );

  app.get(
    '/ready',
    {
      config,
      schema: {
        operationId: 'getReadiness',
        tags: ['Health'],
        summary: 'Whether the service can answer',
        description:
          "Ready means: the database and the job queue answer, requests are let in, a day-ahead forecast has been issued, the clock is within a minute of the database's, and the service is not shutting down. " +
          '`products` says of each product whether its latest run is late, and since when.',
        response: {
          200: Readiness.describe('The service is ready.'),
          503: Readiness.describe('The service is not ready.'),
          ...errorResponses([429]),
        },
      },
    },
    async (_request, reply) => {
      const isStopping = context.isStopping?.() ?? false;
      const {
        isReady: canAnswer,
        databaseIsHealthy,
        databaseIsReadOnly,
        queueIsHealthy,
        forecasts,
        products,
        preparation,
      } = await readReadiness();
      const aheadMs = context.clockAheadMs?.();
      const clockIsRight = aheadMs === undefined || Math.abs(aheadMs) < CLOCK_LIMITS.harmful;
      const isReady = canAnswer && clockIsRight && !isStopping;
      const replica = context.replica?.state();
      void reply.code(isReady ? 200 : 503).header('Cache-Control', 'no-store');
      if (!isReady) void reply.header('Retry-After', '5');
      return {
        status: isStopping ? ('stopping' as const) : isReady ? ('ready' as const) : ('not_ready' as const),
        checks: {
          database: {
            status: databaseIsReadOnly ? ('read_only' as const) : toStatus(databaseIsHealthy),
            lost_connections: context.lostConnections?.() ?? 0,
          },
          ...(replica && { replica: { status: replica.status, lag_s: replica.lagS ?? null } }),
          ...(aheadMs !== undefined && {
            clock: { status: toStatus(clockIsRight), ahead_s: Math.round(aheadMs / 1000) },
          }),
          queue: { status: toStatus(queueIsHealthy), not_polled: notPolled() },
          forecasts: {
            status: forecasts.status,
            issued_at: formatOptionalInstant(forecasts.issuedAt),
            age_s: forecasts.ageMs === undefined ? null : Math.floor(forecasts.ageMs / 1000),
          },
          products: products.map(({ product, status, issuedAt, lateSince, lateMs, isDegraded }) => ({
            product,
            status,
            issued_at: formatOptionalInstant(issuedAt),
            late_since: formatOptionalInstant(lateSince),
            late_s: Math.floor(lateMs / 1000),
            degraded: isDegraded,
          })),
        },
        preparation: toPreparation(preparation),
      };
    },
  );
};

function toStatus(isHealthy: boolean): 'ok' | 'failed' {
  return isHealthy ? 'ok' : 'failed';
}

/** Asks the database once for all requests of a moment. */
function createReadinessReader(
  context: HealthContext,
  gate: Gate | undefined,
): () => Promise<FoundReadiness> {
  const { readinessAgeMs = READINESS_AGE_MS } = context;
  let latest: { readiness: Promise<FoundReadiness>; at: number } | undefined;
  return () => {
    const now = performance.now();
    if (latest === undefined || now - latest.at >= readinessAgeMs) {
      const passGate = gate && (() => gate.look());
      const db = context.admissionDb ?? context.db;
      latest = { readiness: checkReadiness({ ...context, db, passGate }), at: now };
    }
    return latest.readiness;
  };
}
