import { mkdir } from 'node:fs/promises';
import type { Config } from '../operate/config/config.ts';
import { readDatabaseAddress } from '../ground/database/database-address.ts';
import { hasCluster } from '../ground/embedded-postgres/has-cluster.ts';
import { startEmbeddedPostgres } from '../ground/embedded-postgres/start-embedded-postgres.ts';

/** The server of an installation's database, which nothing has been done to. */
export interface OpenServer {
  databaseUrl: string;
  /** Where the database is, without a password. */
  place: string;
  close(): Promise<void>;
}

/** Opens the server that is configured. Undefined where the data folder has no database, unless one is made with `mayCreate`. */
export async function openServer(
  { databaseUrl: givenUrl, databaseDirectUrl, dataDir }: Config,
  { mayCreate, onProgress }: { mayCreate: boolean; onProgress: (message: string) => void },
): Promise<OpenServer | undefined> {
  // A pooler keeps no settings of a session.
  const databaseUrl = databaseDirectUrl ?? givenUrl;
  if (databaseUrl !== undefined) {
    const { place } = readDatabaseAddress(databaseUrl);
    return { databaseUrl, place, close: async () => {} };
  }
  if (!mayCreate && !(await hasCluster(dataDir))) return undefined;
  await mkdir(dataDir, { recursive: true });
  const embedded = await startEmbeddedPostgres({ dataDir, onProgress });
  return { databaseUrl: embedded.databaseUrl, place: dataDir, close: () => embedded.stop() };
}
