import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type Readiness as FoundReadiness,
  checkReadiness,
} from '../../services/forecasts/check-readiness.ts';
import { CLOCK_LIMITS } from '../../services/operations/clock-limits.ts';
import type { Gate } from '../../services/identity/admission.ts';
import type { ApiContext } from '../api-context.ts';
import { errorResponses } from '../schemas/error.ts';
import { Health, Readiness } from '../schemas/health.ts';
import { toPreparation } from '../preparation-record.ts';
import { formatInstant, formatOptionalInstant } from '../wire.ts';

/** What `/ready` says is looked at this often, however many ask. */
const READINESS_AGE_MS = 1000;

/** Health routes take no credential and ignore parameters: probes send all sorts of them. */
export const healthRoutes: FastifyPluginAsyncZod<{ context: ApiContext; gate?: Gate | undefined }> = async (
  app,
  { context, gate },
) => {
  const config = { answersUnderPressure: true };
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
function createReadinessReader(context: ApiContext, gate: Gate | undefined): () => Promise<FoundReadiness> {
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
