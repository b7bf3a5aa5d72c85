import path from 'node:path';
import { exists } from './binaries.ts';
import { findRecord } from './record.ts';

/** Whether a data folder has a database, running or not. One whose making was cut short is none. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const record = await findRecord(dataDir);
  return record !== undefined && exists(path.join(path.resolve(dataDir, record.cluster), 'PG_VERSION'));
}
