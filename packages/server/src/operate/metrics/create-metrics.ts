import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { Gauge, Registry } from 'prom-client';
import type { PoolCounts, QueuePoll, ReplicaState, Telemetry } from '../../ground/telemetry/telemetry.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import type { ServiceProbes } from '../telemetry/service-probes.ts';
import { createActivityMetrics } from './activity-metrics.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { createStateMetrics } from './state-metrics.ts';

export interface MetricsOptions {
  clock: Clock;
  logger: Logger;
  version: string;
  probes: ServiceProbes;
  /** The connections to the database, by what they are for. */
  pools: () => Record<string, PoolCounts>;
  /** How long ago this process asked for the jobs of each queue that it works on. */
  queuePolls: () => QueuePoll[];
  /** How far the machine's clock is ahead of the database's, ms; undefined until it was compared. */
  clockAheadMs: () => number | undefined;
  /** Whether this process has the key that the database's secrets are sealed with. */
  hasSealingKey: () => boolean;
  requestsUnderWay: () => number;
  /** How the replica does; absent: there is none. */
  replica?: (() => ReplicaState) | undefined;
  /** A scrape waits no longer for values that are still being gathered; absent: 5000. */
  patienceMs?: number;
}

/** Prometheus gives up after 10 seconds. */
const PATIENCE_MS = 5000;

export interface Metrics extends Telemetry {
  /** All metrics in the text format of Prometheus. */
  render(): Promise<string>;
  /** Serves them and gives the address. */
  listen(address: { host: string; port: number }): Promise<AddressInfo>;
  stop(): Promise<void>;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const {
    clock,
    logger,
    version,
    probes,
    pools,
    queuePolls,
    clockAheadMs,
    hasSealingKey,
    requestsUnderWay,
    patienceMs = PATIENCE_MS,
  } = options;
  const registry = new Registry();
  addProcessMetrics(registry, { version, pools, queuePolls, clockAheadMs, hasSealingKey });
  if (options.replica !== undefined) addReplicaMetrics(registry, options.replica);
  const activity = createActivityMetrics(registry, requestsUnderWay);
  const state = createStateMetrics(registry, { probes, clock, patienceMs });
  const render = async () => {
    await state.refresh();
    return registry.metrics();
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response
        .writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
        .end('Only GET /metrics is here.\n');
      return;
    }
    render().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        logger.error({ error }, 'the metrics could not be gathered');
        response.writeHead(500).end();
      },
    );
  });
  return {
    ...activity,
    render,
    async listen({ host, port }) {
      server.listen(port, host);
      await once(server, 'listening');
      return server.address() as AddressInfo;
    },
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** How the replica does that this process reads the market from. */
export function addReplicaMetrics(registry: Registry, read: () => ReplicaState): void {
  registry.registerMetric(
    new Gauge({
      name: 'lonja_replica_used',
      help: 'Whether the market is read from the replica (1), or from the primary database because it is away or behind (0).',
      registers: [],
      collect() {
        this.set(Number(read().status === 'ok'));
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'lonja_replica_lag_seconds',
      help: 'By how much the replica is behind the primary database, at most; absent while it is away.',
      registers: [],
      collect() {
        this.reset();
        this.remove({});
        const { lagS } = read();
        if (lagS !== undefined) this.set(lagS);
      },
    }),
  );
}
