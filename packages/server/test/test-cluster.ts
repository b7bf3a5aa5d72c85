import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '../src/ground/database/database.ts';
import { startEmbeddedPostgres } from '../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { migrate } from '../src/ground/database/migrate.ts';
import { removeAfterThisProcess } from './remove-after-process.ts';

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
