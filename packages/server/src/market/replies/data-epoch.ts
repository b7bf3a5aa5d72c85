import type { Clock } from '../../ground/timing/clock.ts';
import { coalesce } from '../../ground/timing/coalesce.ts';
import { findNextPublication, readDataVersion } from '../observations/data-version.ts';
import type { Db } from '../../ground/database/database.ts';

/** Names the state of the market data as it can be seen now: two equal names mean that every read gives the same answer. */
export interface DataEpoch {
  /**
   * The present name. It is read from the database for each request (for all that arrive together at once), so a run or price that is
   * committed before a request arrives is in its answer, in every process.
   */
  read(): Promise<string>;
  /** What was read last, as long as time alone has not ended it: the name holds while the data still have that version. */
  latest(): KnownEpoch | undefined;
}

export interface KnownEpoch {
  name: string;
  /** Version of the data, see `readDataVersion`. */
  version: string;
}

interface Epoch extends KnownEpoch {
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
      const until = await findNextPublication(db, now);
      epoch = { name: `${version} ${until}`, version, from: now, until };
      latest = epoch;
    }
    const { name } = epoch;
    return calls.map(() => name);
  });
  return {
    read: () => read(null),
    latest() {
      const now = clock.now();
      return latest !== undefined && now >= latest.from && now < latest.until ? latest : undefined;
    },
  };
}
