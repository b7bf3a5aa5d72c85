import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '../src/ground/database/database.ts';
import { startEmbeddedPostgres } from '../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '../src/ground/database/migrate.ts';

/** A migrated, empty database that every test database is copied from. */
export const TEMPLATE_DATABASE = 'lonja_test_template';

export interface TestCluster {
  /** Address of the cluster's `postgres` database. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a throwaway PostgreSQL in a temporary folder, with the template database in it. Nothing of it outlives this
 * process, however that ends.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-test-'));
  await chmod(dataDir, 0o755);
  const remover = removeAfterThisProcess(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const url = server.adminUrl;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE_DATABASE}`);
  await admin.end();
  const db = openDatabase(databaseUrl(url, TEMPLATE_DATABASE), { maxConnections: 1 });
  await migrate(db);
  await db.destroy();
  return {
    url,
    async stop() {
      await server.stop();
      remover.ref();
      remover.stdin?.end();
      await once(remover, 'exit');
    },
  };
}

export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** A process that waits for the end of its input, which comes with the end of this process, and then cleans up. */
function removeAfterThisProcess(dataDir: string): ChildProcess {
  const script = `
    cat
    pid=$(head -n 1 "$1/postgres/postmaster.pid")
    if [ -n "$pid" ]; then
      kill -QUIT "$pid"
      while kill -0 "$pid"; do sleep 0.05; done
    fi
    rm -rf "$1"`;
  const remover = spawn('/bin/sh', ['-c', script, 'sh', dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  remover.unref();
  return remover;
}
