import type { Clock } from '../../clock.ts';
import { coalesce } from '../../coalesce.ts';
import { findNextPublication, readDataVersion } from '../../store/data-version.ts';
import type { Db } from '../../store/database.ts';

/**
 * Names the state of the market data as it can be seen now: two equal names mean that every read gives the same answer. It
 * is read from the database for each request (for all that arrive together at once), so a run or price that is committed before
 * a request arrives is in its answer, in every process.
 */
export type DataEpoch = () => Promise<string>;

interface Epoch {
  version: string;
  from: number;
  until: number;
}

export function createDataEpoch({ db, clock }: { db: Db; clock: Clock }): DataEpoch {
  let latest: Epoch | undefined;
  const read = coalesce(async (calls: null[]) => {
    const now = clock.now();
    const version = await readDataVersion(db);
    let epoch = latest;
    if (epoch === undefined || epoch.version !== version || now < epoch.from || now >= epoch.until) {
      epoch = { version, from: now, until: await findNextPublication(db, now) };
      latest = epoch;
    }
    const name = `${epoch.version} ${epoch.until}`;
    return calls.map(() => name);
  });
  return () => read(null);
}
