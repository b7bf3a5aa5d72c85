import { pino } from 'pino';
import { createMetrics, type Metrics } from '../../src/operate/metrics/create-metrics.ts';
import { createServiceProbes } from '../../src/operate/telemetry/service-probes.ts';
import { openDatabase } from '../../src/ground/database/database.ts';
import { createDatabaseLine } from '../database-line.ts';
import { createTestApi, type TestApi } from '../http/test-api.ts';

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 60_000;

export interface MeteredApi extends TestApi {
  metrics: Metrics;
  /** Cuts and restores the line over which the metrics, and they alone, reach the database. */
  line: { cut(): Promise<void>; restore(): Promise<unknown> };
  /** The samples of a scrape, by name and labels as Prometheus writes them. */
  scrape(): Promise<Map<string, number>>;
}

/** An API that counts, as the service does with METRICS_PORT, and the metrics of its database. */
export async function createMeteredApi(startsAt: string): Promise<MeteredApi> {
  const counting: { metrics?: Metrics } = {};
  const api = await createTestApi(startsAt, {
    telemetry: {
      onRequest: (request) => counting.metrics?.onRequest(request),
      onJob: (job) => counting.metrics?.onJob(job),
      onStamp: (outcome) => counting.metrics?.onStamp?.(outcome),
    },
  });
  const line = await createDatabaseLine(new URL(api.databaseUrl));
  const db = openDatabase(line.url, {
    maxConnections: 4,
    isReadOnly: true,
    connectionTimeoutMs: PATIENCE_MS,
    statementTimeoutMs: PATIENCE_MS,
  });
  const { clock } = api;
  const probes = createServiceProbes(
    { db, writerDb: api.db, clock, dataOrigin: async () => 'market' },
    { folders: { data: '.' }, asksForStamps: true },
  );
  const metrics = createMetrics({
    clock,
    logger: pino({ level: 'silent' }),
    version: '0.0.0-test',
    probes,
    pools: () => ({ api: { total: 3, idle: 2, waiting: 1, lost: 5, lostLately: 2 } }),
    queuePolls: () => [{ name: 'issue-forecast', ageMs: 2500 }],
    replica: () => ({ status: 'ok', lagS: 1.5 }),
    clockAheadMs: () => 1500,
    hasSealingKey: () => true,
    requestsUnderWay: () => 4,
    patienceMs: PATIENCE_MS,
  });
  counting.metrics = metrics;
  return {
    ...api,
    metrics,
    line,
    scrape: async () => samplesOf(await metrics.render()),
    async close() {
      await metrics.stop();
      await db.destroy();
      await line.cut();
      await api.close();
    },
  };
}

export function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((sample) => sample !== '' && !sample.startsWith('#'));
  return new Map(
    lines.map((sample) => {
      const space = sample.lastIndexOf(' ');
      return [sample.slice(0, space), Number(sample.slice(space + 1))];
    }),
  );
}

/** Names of the metrics that are exported, whether they have values now or not. */
export function namesOf(text: string): string[] {
  return Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name);
}
