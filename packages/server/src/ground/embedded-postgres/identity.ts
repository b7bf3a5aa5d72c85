import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { OperatorError } from '../errors.ts';

/** What identifies a cluster, and its folder, which distinguishes it from its copies. */
export interface ClusterIdentity {
  systemIdentifier: string;
  dir: string;
}

/** PostgreSQL's identifier of a cluster, drawn by initdb: the first eight bytes of its control file, in the machine's order. */
export async function readSystemIdentifier(clusterDir: string): Promise<string> {
  const file = path.join(clusterDir, 'global', 'pg_control');
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new OperatorError(`The database in ${clusterDir} is damaged; restore it. ${String(cause)}`, {
      cause,
    });
  });
  try {
    const { buffer } = await handle.read({ buffer: new BigUint64Array(1) });
    return String(buffer[0]);
  } finally {
    await handle.close();
  }
}

/** Whether the server at the other end of a connection is the one on the cluster. */
export async function isServedBy(client: pg.Client, expected: ClusterIdentity): Promise<boolean> {
  const { rows } = await client.query<{ id: string; dir: string }>(
    `select system_identifier::text as id, current_setting('data_directory') as dir from pg_control_system()`,
  );
  const [found] = rows;
  return (
    found.id === expected.systemIdentifier &&
    (await realpath(found.dir).catch(() => undefined)) === expected.dir
  );
}
