import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../errors.ts';
import { isWhole } from './cluster.ts';
import { type ClusterRecord, findRecord } from './record.ts';

/** Whether a data folder has a database, running or not. One that has lost it is an OperatorError. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const record = await findRecord(dataDir);
  return record !== undefined && hasRecordedCluster(await realpath(dataDir), record);
}

/** The same with the record at hand. One whose making was cut short is none. */
export async function hasRecordedCluster(dataDir: string, record: ClusterRecord): Promise<boolean> {
  const dir = path.resolve(dataDir, record.cluster);
  if (await isWhole(dir)) return true;
  const isUnfinished = record.written !== undefined && record.system_identifier === undefined;
  if (isUnfinished) return false;
  throw new OperatorError(
    `The database of the data folder ${dataDir} is missing: there is none in ${dir}, where postgres.json says that it is. ` +
      `Put it back (mount its volume, copy it, restore a backup); to begin with an empty one, name a new folder in DATA_DIR.`,
  );
}
