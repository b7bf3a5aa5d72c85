import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hasPgbouncer, startPgbouncer } from '../../../packages/server/test/pgbouncer.ts';
import { freePort } from '../../../packages/server/test/free-port.ts';
import { SERVER_PREFERENCES } from '../../../packages/server/test/server-preferences.ts';
import { hasDebianPostgres, startDebianPostgres } from '../debian-postgres.ts';
import type { Fault } from './fault.ts';
import { CLOCK_START, createInstallation, findDatabase } from './installation.ts';
import { doctorSays, observe } from './observer.ts';
import { refused, tryStart } from './start-faults.ts';

/** Scheduler, alerts and deliveries have looked for work by then. */
const WORKED_MS = 20_000;

const withDebian = () => (hasDebianPostgres() ? undefined : 'no PostgreSQL of the system here');
const newSecrets = () => ({ SESSION_SECRET: secret(), SEALING_KEYS: secret() });

export const SETTING_FAULTS: readonly Fault[] = [
  {
    name: 'preferences of the server',
    skip: () => withDebian() ?? (hasPgbouncer() ? undefined : 'no PgBouncer here'),
    async run() {
      await using parts = new AsyncDisposableStack();
      const postgres = await startDebianPostgres();
      parts.defer(() => postgres.stop());
      for (const [name, value] of Object.entries(SERVER_PREFERENCES)) {
        await inDatabase(postgres.url, `alter database lonja set ${name} = '${value}'`);
      }
      const pooler = await startPgbouncer(postgres.url, { size: 40 });
      parts.defer(() => pooler.stop());
      const metricsPort = await freePort();
      const variables = { DATABASE_URL: pooler.url, ...newSecrets() };
      const installation = await createInstallation({ ...variables, METRICS_PORT: String(metricsPort) });
      parts.defer(() => installation.remove());
      const observing = observe(
        { ...installation, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` },
        [],
      );
      await sleep(WORKED_MS);
      const { bySecond } = await observing.stop();
      const lines = installation.log().split('\n');
      const errors = lines.filter((line) => line.includes('"level":50') || line.includes('"level":"error"'));
      const isWarned = lines.some((line) => line.includes('set DATABASE_DIRECT_URL to the server itself'));
      const environment = { ...variables, DATA_DIR: installation.dataDir, SOURCES: 'simulator', CLOCK_START };
      const said = await doctorSays(environment, ['connection pooler']);
      return {
        promise:
          'the database prefers other forms of dates, numbers and bytes, behind PgBouncer by transaction without DATABASE_DIRECT_URL: first start, forecasts, jobs and requests work, and log and doctor say what is missing',
        seen: `${bySecond}; ${errors.length} errors in the log; ${isWarned ? 'warned of the pooler' : 'not warned of the pooler'}; doctor: ${said}`,
        holds:
          errors.length === 0 &&
          isWarned &&
          said.includes('warning') &&
          bySecond.endsWith('read 200, write 201, /ready 200 (database ok, queue ok)'),
      };
    },
  },
  {
    name: 'another encoding',
    skip: withDebian,
    async run(shared) {
      await using parts = new AsyncDisposableStack();
      const postgres = await startDebianPostgres();
      parts.defer(() => postgres.stop());
      await inDatabase(
        postgres.url,
        `create database latin encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`,
      );
      const url = new URL(postgres.url);
      url.pathname = '/latin';
      const second = await startOn(url.href);
      return refused('a process is given a database in LATIN1', { ...second, shared });
    },
  },
  {
    name: 'start on a standby',
    skip: withDebian,
    async run(shared) {
      await using parts = new AsyncDisposableStack();
      const postgres = await startDebianPostgres();
      parts.defer(() => postgres.stop());
      const second = await startOn(postgres.replicaUrl);
      return refused('a process is given a standby as its database', { ...second, shared });
    },
  },
  {
    name: 'another sealing key',
    async run(shared) {
      const { url } = await findDatabase(shared);
      const secrets = newSecrets();
      const second = await startOn(url, { ROLE: 'worker', ...secrets });
      const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-other-key-'));
      const environment = { DATABASE_URL: url, DATA_DIR: dataDir, ...secrets, CLOCK_START };
      const said = await doctorSays(environment, ['sealing keys', 'session secret']);
      await rm(dataDir, { recursive: true });
      const promised = await refused('a worker is given other secrets than the database knows', {
        ...second,
        shared,
      });
      return {
        ...promised,
        promise: `${promised.promise}; doctor names both`,
        seen: `${promised.seen}; doctor: ${said}`,
        holds: promised.holds && said.includes('sealing keys: fault') && said.includes('secret: warning'),
      };
    },
  },
];

async function startOn(databaseUrl: string, settings: Record<string, string> = newSecrets()) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-setting-'));
  const ended = await tryStart({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings });
  await rm(dataDir, { recursive: true });
  return ended;
}

async function inDatabase(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}
