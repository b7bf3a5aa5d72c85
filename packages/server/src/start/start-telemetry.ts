import type { Server } from 'node:http';
import type { Config } from '../operate/config/config.ts';
import type { Context } from './context.ts';
import { explainTakenPort } from '../ground/errors.ts';
import { createServiceProbes } from '../operate/telemetry/service-probes.ts';
import type { PoolCounts, QueuePoll, ReplicaState, Telemetry } from '../ground/telemetry/telemetry.ts';
import { openDatabase } from '../ground/database/database.ts';
import { findDataOrigin } from '../ground/database/service-state.ts';

/** Metrics are gathered beside everything else, over connections of their own that give up soon. */
const GATHERING = {
  maxConnections: 4,
  isReadOnly: true,
  connectionTimeoutMs: 2000,
  statementTimeoutMs: 2000,
};

/** What this process has and does. */
interface ProcessCounts {
  pools: () => Record<string, PoolCounts>;
  queuePolls: () => QueuePoll[];
  /** How far the machine's clock is ahead of the database's, ms; undefined until it was compared. */
  clockAheadMs: () => number | undefined;
  hasSealingKey: () => boolean;
  /** How the replica does; undefined: there is none. */
  replica: (() => ReplicaState) | undefined;
}

export interface RunningTelemetry {
  /** Undefined: nobody counts. */
  telemetry: Telemetry | undefined;
  /** Counts the requests that are under way on a server. */
  watch(server: Server): void;
  stop(): Promise<void>;
}

/** Starts metrics and traces as configured. What is off is not even loaded. */
export async function startTelemetry(
  context: Context,
  config: Config,
  ofProcess: ProcessCounts,
): Promise<RunningTelemetry> {
  await using parts = new AsyncDisposableStack();
  let underWay = 0;
  const receivers: Telemetry[] = [];
  if (config.metrics !== undefined) {
    const { metrics, close } = await startMetrics(context, config, config.metrics, {
      ...ofProcess,
      requestsUnderWay: () => underWay,
    });
    parts.defer(close);
    receivers.push(metrics);
  }
  if (config.tracing !== undefined) {
    const { createTracing } = await import('../operate/tracing/create-tracing.ts');
    const tracing = createTracing({ version: context.version, logger: context.logger, ...config.tracing });
    parts.defer(() => tracing.stop());
    receivers.push(tracing);
  }
  const started = parts.move();
  return {
    telemetry: receivers.length === 0 ? undefined : toAll(receivers),
    watch(server) {
      if (config.metrics === undefined) return;
      server.prependListener('request', (_request, response) => {
        underWay++;
        response.once('close', () => underWay--);
      });
    },
    stop: () => started.disposeAsync(),
  };
}

async function startMetrics(
  { databaseUrl, databaseFolder, clock, logger, version }: Context,
  { dataDir, evidenceTimestampUrl }: Config,
  address: { host: string; port: number },
  counted: ProcessCounts & { requestsUnderWay: () => number },
) {
  const { createMetrics } = await import('../operate/metrics/create-metrics.ts');
  const db = openDatabase(databaseUrl, GATHERING);
  const folders = { data: dataDir, ...(databaseFolder !== undefined && { database: databaseFolder }) };
  const writerDb = openDatabase(databaseUrl, { ...GATHERING, maxConnections: 1, isReadOnly: false });
  const probes = createServiceProbes(
    { db, writerDb, clock, dataOrigin: () => findDataOrigin(db) },
    { folders, asksForStamps: evidenceTimestampUrl !== undefined },
  );
  const metrics = createMetrics({ clock, logger, version, probes, ...counted });
  const close = async () => {
    await metrics.stop();
    await Promise.all([db.destroy(), writerDb.destroy()]);
  };
  try {
    const { port } = await metrics.listen(address);
    logger.info({ ...address, port }, 'metrics are served at /metrics');
  } catch (error) {
    await close();
    throw explainTakenPort(error, { ...address, variable: 'METRICS_PORT' });
  }
  return { metrics, close };
}

function toAll(receivers: readonly Telemetry[]): Telemetry {
  return {
    onRequest(request) {
      for (const receiver of receivers) receiver.onRequest(request);
    },
    onJob(job) {
      for (const receiver of receivers) receiver.onJob(job);
    },
    onStamp(outcome) {
      for (const receiver of receivers) receiver.onStamp?.(outcome);
    },
  };
}
