import type { Clock } from '../../ground/timing/clock.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../../ground/database/database.ts';
import type { HostState } from '../../ground/database/database-hosts.ts';

/** The database of an installation, opened to be looked at: its sessions cannot write. */
export interface InspectedDatabase {
  db: Db;
  /** Whether sessions of the service can write nothing there. */
  isReadOnly: boolean;
  /** Whether a pooler lends out its sessions by transaction where the service needs its own. */
  sharesSessions: boolean;
  /** How each host of its address does; empty where that names one. */
  hosts: { name: string; state: HostState }[];
  /** Where it is, without a password. */
  place: string;
  /** Folder of the embedded server's files; undefined for a server of its own. */
  folder: string | undefined;
  /** Whether its server was started for this look, because no service runs. */
  startedHere: boolean;
  close(): Promise<void>;
}

/** What a doctor needs of its surroundings. */
export interface DoctorContext {
  config: Config;
  version: string;
  /** Where the first start of a service in this folder was, as far as that is known; it need not be the configured address. */
  firstAddress: string | undefined;
  /** The service's clock, as the configuration sets it. */
  clock: Clock;
  /** The machine's own time. */
  wallClock: Clock;
  fetch: typeof globalThis.fetch;
  /** Undefined where there is no database, which is not made. Throws what keeps it from being opened. */
  openDatabase(): Promise<InspectedDatabase | undefined>;
  /** Opens the replica that the API reads from; absent: there is none. */
  openReplica?: () => Db;
}
