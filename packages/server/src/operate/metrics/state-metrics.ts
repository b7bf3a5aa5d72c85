import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../ground/timing/clock.ts';
import { inTime } from '../../ground/timing/in-time.ts';
import type { ServiceProbes } from '../telemetry/service-probes.ts';
import { createGaugeGroup } from './gauge-group.ts';
import { createStateGroups } from './state-groups.ts';

const DATABASE_EVERY_MS = 5000;

/** Gauges of the state that all processes share, gathered when they are asked for. */
export function createStateMetrics(
  registry: Registry,
  { probes, clock, patienceMs }: { probes: ServiceProbes; clock: Clock; patienceMs: number },
): { refresh(): Promise<void> } {
  // The scrape that finds a database that does not answer can still say so.
  const timeoutMs = patienceMs / 2;
  const registers = [registry];
  const databaseUp = new Gauge({
    name: 'lonja_database_up',
    help: 'Whether the database answers.',
    registers,
  });
  const readOnly = new Gauge({
    name: 'lonja_database_read_only',
    help: 'Whether the database takes no writes, as on a standby or a full disk.',
    registers,
  });
  const groupUp = new Gauge({
    name: 'lonja_metrics_group_up',
    help: 'Whether the metrics of a group could be gathered; where not, they are absent.',
    labelNames: ['group'],
    registers,
  });
  const database = createGaugeGroup('database', {
    clock,
    timeoutMs,
    everyMs: DATABASE_EVERY_MS,
    gauges: [readOnly],
    measure: () => probes.database(),
    show: ({ isReadOnly }) => readOnly.set(Number(isReadOnly)),
  });
  const { local, stored } = createStateGroups(registry, { probes, clock, timeoutMs });

  const gather = async () => {
    for (const group of local) groupUp.set({ group: group.name }, Number(await group.refresh()));
    const isUp = await database.refresh();
    databaseUp.set(Number(isUp));
    // One after the other: a scrape is to take few connections.
    for (const group of stored) {
      if (!isUp) group.clear();
      groupUp.set({ group: group.name }, Number(isUp && (await group.refresh())));
    }
  };
  let gathering: Promise<void> | undefined;
  return {
    async refresh() {
      gathering ??= gather().finally(() => (gathering = undefined));
      await inTime(gathering, patienceMs).catch(() => undefined);
    },
  };
}
