import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import type { PoolCounts, QueuePoll } from '../../ground/telemetry/telemetry.ts';

/** Gauges named like counters, which Prometheus' own check refuses; those beside them give the same by type. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Memory, processor, event loop and garbage collection of this process, its version, and its connections to the database. */
export function addProcessMetrics(
  registry: Registry,
  {
    version,
    pools,
    queuePolls,
    clockAheadMs,
    hasSealingKey,
  }: {
    version: string;
    pools: () => Record<string, PoolCounts>;
    queuePolls: () => QueuePoll[];
    clockAheadMs: () => number | undefined;
    hasSealingKey: () => boolean;
  },
): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  const info = new Gauge({
    name: 'lonja_build_info',
    help: 'Always 1; the label is the version of the program.',
    labelNames: ['version'],
    registers,
  });
  info.set({ version }, 1);
  const ofPool = (name: string, help: string, count: (counts: PoolCounts) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [pool, counts] of Object.entries(pools())) this.set({ pool }, count(counts));
      },
    });
  ofPool('lonja_database_pool_connections', 'Connections of this process to the database.', (c) => c.total);
  ofPool('lonja_database_pool_idle_connections', 'Those that are free.', (c) => c.idle);
  ofPool('lonja_database_pool_waiting_queries', 'Queries that wait for a connection.', (c) => c.waiting);
  registry.registerMetric(
    new Counter({
      name: 'lonja_database_connections_lost_total',
      help: 'Connections that were given up because nothing came back on them.',
      labelNames: ['pool'],
      registers: [],
      collect() {
        this.reset();
        for (const [pool, { lost }] of Object.entries(pools())) this.inc({ pool }, lost);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'lonja_clock_ahead_seconds',
      help: "How far this machine's clock is ahead of the database's, negative where behind; absent until it was compared.",
      registers: [],
      collect() {
        this.remove({});
        const aheadMs = clockAheadMs();
        if (aheadMs !== undefined) this.set(aheadMs / 1000);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'lonja_sealing_key_fits',
      help: "1 where this process has the key that the database's secrets are sealed with, 0 where it lacks it and delivers no webhooks.",
      registers: [],
      collect() {
        this.set(hasSealingKey() ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'lonja_job_queue_poll_age_seconds',
      help: 'How long ago this process asked for the jobs of a queue; 0 while it carries one out.',
      labelNames: ['job_name'],
      registers: [],
      collect() {
        for (const { name, ageMs } of queuePolls()) this.set({ job_name: name }, ageMs / 1000);
      },
    }),
  );
}
