import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type Readiness as FoundReadiness,
  checkReadiness,
} from '../../services/forecasts/check-readiness.ts';
import type { ApiContext } from '../api-context.ts';
import { errorResponses } from '../schemas/error.ts';
import { Health, Readiness } from '../schemas/health.ts';
import { toPreparation } from '../preparation-record.ts';
import { formatInstant, formatOptionalInstant } from '../wire.ts';

/** What `/ready` says is looked at this often, however many ask. */
const READINESS_AGE_MS = 1000;

/** Health routes take no credential and ignore parameters: probes send all sorts of them. */
export const healthRoutes: FastifyPluginAsyncZod<{ context: ApiContext }> = async (app, { context }) => {
  const config = { answersUnderPressure: true };
  const readReadiness = createReadinessReader(context);

  app.get(
    '/health',
    {
      config,
      schema: {
        operationId: 'getHealth',
        tags: ['Health'],
        summary: 'Whether the process is alive',
        description: 'Touches nothing but the process.',
        response: { 200: Health.describe('The process is alive.'), ...errorResponses([429]) },
      },
    },
    async (_request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      const now = context.clock.now();
      return {
        status: 'ok' as const,
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
          'Ready means: the database and the job queue answer, a day-ahead forecast has been issued, and the service is not shutting down. ' +
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
        queueIsHealthy,
        forecasts,
        products,
        preparation,
      } = await readReadiness();
      const isReady = canAnswer && !isStopping;
      void reply.code(isReady ? 200 : 503).header('Cache-Control', 'no-store');
      if (!isReady) void reply.header('Retry-After', '5');
      return {
        status: isStopping ? ('stopping' as const) : isReady ? ('ready' as const) : ('not_ready' as const),
        checks: {
          database: { status: databaseIsHealthy ? ('ok' as const) : ('failed' as const) },
          queue: { status: queueIsHealthy ? ('ok' as const) : ('failed' as const) },
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

/** Asks the database once for all requests of a moment. */
function createReadinessReader(context: ApiContext): () => Promise<FoundReadiness> {
  const { readinessAgeMs = READINESS_AGE_MS } = context;
  let latest: { readiness: Promise<FoundReadiness>; at: number } | undefined;
  return () => {
    const now = performance.now();
    if (latest === undefined || now - latest.at >= readinessAgeMs) {
      latest = { readiness: checkReadiness({ ...context, db: context.admissionDb ?? context.db }), at: now };
    }
    return latest.readiness;
  };
}
