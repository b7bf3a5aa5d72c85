import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../errors.ts';
import { type Cluster, wasLeftRunning } from './cluster.ts';
import { readSystemIdentifier } from './identity.ts';
import { freePort } from './ports.ts';
import { type ClusterRecord, findRecord, isOfFolder, updateRecord } from './record.ts';

/**
 * Refuses a data folder that is a copy whose database is the original's, or was copied while it changed, and one whose cluster
 * is another's. Gives the record as it stands afterwards: a copy has a port of its own, so that nobody takes it for the original.
 */
export async function settleFolder(
  dataDir: string,
  record: ClusterRecord,
  cluster: Cluster,
): Promise<ClusterRecord> {
  const systemIdentifier = await readSystemIdentifier(cluster.dir);
  if ((record.system_identifier ?? systemIdentifier) !== systemIdentifier) {
    throw new OperatorError(
      `The database in ${cluster.dir} is not the one of the data folder ${dataDir}; restore both from the same backup.`,
    );
  }
  const isOwn = await isOfFolder(dataDir, record);
  const isOnRecord = record.system_identifier !== undefined && record.written?.folder === dataDir;
  if (isOwn === true && isOnRecord) return record;
  const port = isOwn === false ? await portOfCopy(dataDir, record, cluster) : record.port;
  return updateRecord(dataDir, { ...record, port, system_identifier: systemIdentifier });
}

/** A new port, unless the copy must not be used. */
async function portOfCopy(dataDir: string, record: ClusterRecord, cluster: Cluster): Promise<number> {
  const original = record.written?.folder ?? '';
  if (path.isAbsolute(record.cluster) && (await sharesCluster(original, cluster))) {
    throw new OperatorError(
      `The data folder ${dataDir} is a copy of ${original}, but its database is still that of the original, in ${cluster.dir}. ` +
        `Stop the original, copy that folder too, and write where the copy lies as "cluster" into ${dataDir}/postgres.json.`,
    );
  }
  if (await wasLeftRunning(cluster)) {
    throw new OperatorError(
      `The data folder ${dataDir} was copied from ${original} while its database was running, so the copy may be damaged. ` +
        `Copy it again with the service stopped; of a snapshot of one instant, remove ${path.join(cluster.dir, 'postmaster.pid')}.`,
    );
  }
  let port = await freePort();
  while (port === record.port) port = await freePort();
  return port;
}

async function sharesCluster(folder: string, cluster: Cluster): Promise<boolean> {
  const record = await findRecord(folder).catch(() => undefined);
  if (record === undefined) return false;
  const dir = path.resolve(folder, record.cluster);
  return (await realpath(dir).catch(() => dir)) === cluster.dir;
}
