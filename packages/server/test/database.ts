import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import { type Db, openDatabase } from '../src/ground/database/database.ts';
import { TEMPLATE_DATABASE, type TestCluster, databaseUrl, startTestCluster } from './test-cluster.ts';

export interface TestDatabase {
  db: Db;
  url: string;
  /** Closes `db` and removes the database. */
  drop: () => Promise<void>;
}

let ownCluster: Promise<TestCluster> | undefined;

/**
 * A migrated, empty database of the test's own. It lies in the cluster of the whole test run; a file that is run by
 * itself starts a cluster of its own, which ends with it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = process.env['LONJA_TEST_CLUSTER_URL'] ?? (await startOwnCluster()).url;
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Where nothing is forced to disk, files are copied for a quarter of what logging each of their pages costs.
  await administer(clusterUrl, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  const url = databaseUrl(clusterUrl, name);
  const db = openDatabase(url, { maxConnections: 5 });
  return {
    db,
    url,
    async drop() {
      await db.destroy();
      await administer(clusterUrl, `drop database ${name} with (force)`);
    },
  };
}

async function startOwnCluster(): Promise<TestCluster> {
  ownCluster ??= startTestCluster();
  return ownCluster;
}

let administrator: Promise<{ client: pg.Client; socket: Socket }> | undefined;
let underWay = 0;

/** One connection for all files that this process runs; idle it keeps none of them from ending. */
async function administer(clusterUrl: string, statement: string): Promise<void> {
  administrator ??= connect(clusterUrl);
  const { client, socket } = await administrator;
  if (underWay++ === 0) socket.ref();
  try {
    await client.query(statement);
  } finally {
    if (--underWay === 0) socket.unref();
  }
}

async function connect(clusterUrl: string): Promise<{ client: pg.Client; socket: Socket }> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: clusterUrl, stream: () => socket });
  // The cluster of a file that is run by itself ends before this process does.
  client.on('error', () => undefined);
  await client.connect();
  return { client, socket };
}
