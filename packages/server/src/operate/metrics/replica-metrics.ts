import { Gauge, type Registry } from 'prom-client';
import type { ReplicaState } from '../../ground/telemetry/telemetry.ts';

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
