import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { removeData, startSmallService } from '../../../e2e/running-service.ts';
import { startEmbeddedPostgres } from '../../../packages/server/src/ground/embedded-postgres/start-embedded-postgres.ts';
import { freePort } from '../../../packages/server/test/free-port.ts';
import { samplesOf } from '../../../packages/server/test/metrics/metered-api.ts';
import { type Relay, startRelay } from '../../../packages/server/test/relay.ts';
import { type Fault, underLoad } from './fault.ts';
import { CLOCK_START, createInstallation, type Installation } from './installation.ts';
import { doctorSays, observe } from './observer.ts';

const BEFORE_MS = 3000;
const LOST_MS = 20_000;
const READ_ONLY_MS = 15_000;
/** A queue is asked each 10 s at least. */
const ASKED_WITHIN_S = 20;
const LOST_METRIC = 'lonja_database_connections_lost_total';
const READ_ONLY_METRIC = 'lonja_database_read_only';
const POLL_METRIC = 'lonja_job_queue_poll_age_seconds';

/** A database, a relay before it, and a service that reaches it over the relay. */
interface Network {
  directUrl: string;
  relay: Relay;
  settings: Record<string, string>;
  metricsUrl: string;
  installation: Installation;
}

async function createNetwork(parts: AsyncDisposableStack): Promise<Network> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-lost-'));
  parts.defer(() => removeData(dataDir));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  parts.defer(() => server.stop());
  const url = new URL(server.databaseUrl);
  const relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  parts.defer(() => relay.close());
  url.port = String(relay.port);
  const metricsPort = await freePort();
  const settings = { DATABASE_URL: url.href, SESSION_SECRET: secret(), SEALING_KEYS: secret() };
  const installation = await createInstallation({ ...settings, METRICS_PORT: String(metricsPort) });
  parts.defer(() => installation.remove());
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  return { directUrl: server.databaseUrl, relay, settings, metricsUrl, installation };
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function doctorOf({ installation, settings }: Network, names: readonly string[]): Promise<string> {
  const { dataDir, port } = installation;
  const environment = { ...settings, DATA_DIR: dataDir, PORT: String(port), SOURCES: 'simulator' };
  return doctorSays({ ...environment, CLOCK_START }, names);
}

async function readOnlyWhile(network: Network, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: network.directUrl });
  await client.connect();
  const set = async (value: 'on' | 'off') => {
    const name = pg.escapeIdentifier(new URL(network.directUrl).pathname.slice(1));
    await client.query('begin read write');
    await client.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await client.query('commit');
  };
  await set('on');
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await work();
  await set('off');
  await client.end();
}

export const NETWORK_FAULTS: readonly Fault[] = [
  {
    name: 'connections lost',
    async run() {
      await using parts = new AsyncDisposableStack();
      const network = await createNetwork(parts);
      const { installation, metricsUrl } = network;
      const observing = observe({ ...installation, metricsUrl }, [LOST_METRIC]);
      const promised = await underLoad(
        installation,
        { promise: 'every connection to the database is lost without a word', backWithinS: 10 },
        async () => network.relay.swallow(),
      );
      const { bySecond, highest } = await observing.stop();
      const said = await doctorOf(network, ['connections']);
      const lost = highest.get(LOST_METRIC) ?? 0;
      return {
        promise: `${promised.promise}; metric, alert LonjaConnectionsLost and doctor name it`,
        seen: `${promised.seen}; ${bySecond}; ${LOST_METRIC} up to ${lost} in a pool; doctor: ${said}`,
        holds: promised.holds && lost > 0 && said.includes('warning'),
      };
    },
  },
  {
    name: 'connections of a worker lost',
    async run() {
      await using parts = new AsyncDisposableStack();
      const { relay, settings } = await createNetwork(parts);
      const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-worker-'));
      parts.defer(() => removeData(dataDir));
      const metricsPort = await freePort();
      const worker = await startSmallService({
        ...settings,
        ROLE: 'worker',
        DATA_DIR: dataDir,
        SOURCES: 'simulator',
        METRICS_PORT: String(metricsPort),
        CLOCK_START,
      });
      parts.defer(async () => void (await worker.stop('SIGTERM')));
      await sleep(BEFORE_MS);
      relay.swallow();
      let oldestS = 0;
      let lost = 0;
      const deadline = performance.now() + LOST_MS;
      while (performance.now() < deadline) {
        const reply = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
        const samples = [...samplesOf(await reply.text())];
        const of = (name: string) =>
          samples.flatMap(([sample, value]) => (sample.startsWith(name) ? [value] : []));
        oldestS = Math.max(oldestS, ...of(POLL_METRIC));
        lost = of(LOST_METRIC).reduce((sum, value) => sum + value, 0);
        await sleep(1000);
      }
      const health = (await fetch(`${worker.baseUrl}/api/v1/health`)).status;
      return {
        promise: `every connection of a worker is lost without a word: each queue is asked again within ${ASKED_WITHIN_S} s`,
        seen: `${lost} connections given up, the queue that waited longest ${oldestS.toFixed(1)} s, /health ${health}`,
        holds: lost > 0 && oldestS <= ASKED_WITHIN_S && health === 200,
      };
    },
  },
  {
    name: 'database read-only',
    async run() {
      await using parts = new AsyncDisposableStack();
      const network = await createNetwork(parts);
      const { installation, metricsUrl } = network;
      const observing = observe({ ...installation, metricsUrl }, [READ_ONLY_METRIC]);
      await sleep(BEFORE_MS);
      let said = '';
      await readOnlyWhile(network, async () => {
        const least = sleep(READ_ONLY_MS);
        await sleep(READ_ONLY_MS / 3);
        said = await doctorOf(network, ['read-only database']);
        await least;
      });
      await sleep(2 * BEFORE_MS);
      const { bySecond, highest } = await observing.stop();
      const metric = highest.get(READ_ONLY_METRIC) ?? 0;
      return {
        promise: `the database takes no writes for ${READ_ONLY_MS / 1000} s or longer: reads are answered, writes are 503, and it goes on by itself; metric, alert LonjaDatabaseReadOnly and doctor name it`,
        seen: `${bySecond}; ${READ_ONLY_METRIC} ${metric}; doctor: ${said}`,
        holds:
          bySecond.includes('read 200, write 503, /ready 200 (database read_only') &&
          bySecond.endsWith('read 200, write 201, /ready 200 (database ok, queue ok)') &&
          metric === 1 &&
          said.includes('fault'),
      };
    },
  },
];
