import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import { inTime } from '../timing/in-time.ts';
import { isReplicaFault } from './database-fault.ts';
import type { DatabasePool } from './database-pool.ts';
import { POSITION, readPosition } from './server-state.ts';

/** How often both servers are asked how far they are. */
const LOOK_EVERY_MS = 2000;
/** A replica that does not say so within this time counts as away. */
const ANSWER_MS = 3000;
/** A replica that is further behind is not read from. */
export const LARGEST_LAG_S = 10;
/** How often a replica that lacks what a request has to see is asked for it. */
const CATCH_UP_MS = 50;
const VERSION = 'select version from data_version';
/** Positions of the primary that are remembered: those of 20 minutes. */
const POSITIONS_KEPT = 600;

export interface ReplicaState {
  /** `behind`: beyond `LARGEST_LAG_S`. Unless it is `ok`, reads go to the primary. */
  status: 'ok' | 'behind' | 'away';
  /** By how much it is behind, at most; undefined while it is away. */
  lagS: number | undefined;
}

/** A replica that reads go to as long as it answers and is not far behind. */
export interface Replica {
  state: () => ReplicaState;
  /** Connections to the replica, or to the primary while the replica cannot be read from. */
  within(answerMs: number): PostgresPool;
  /**
   * Tells the version of the data that a request found at the primary, see `readDataVersion`: reads go there until the replica has it, so that
   * who follows an event reads what it names.
   */
  need(version: string): void;
  /** Looks at both servers now. */
  look(): Promise<void>;
}

/**
 * Compares the positions of both servers in the log of writes, which no clock of theirs has a part in: a replica is as late as the newest position
 * of the primary that it has reached is old.
 */
export function openReplica(
  pools: { primary: DatabasePool; replica: DatabasePool },
  onChange: (state: ReplicaState) => void,
): Replica {
  const positions: { lsn: bigint; at: number }[] = [];
  const stopping = new AbortController();
  // Not read from before it was looked at.
  let state: ReplicaState = { status: 'behind', lagS: undefined };
  let looking: Promise<void> | undefined;
  let needed = { text: '', version: 0n };
  let version = 0n;
  let catchingUp: Promise<void> | undefined;

  const lacks = () => version < needed.version;
  const askVersion = async () => {
    const [row]: { version: string }[] = (await pools.replica.ask(VERSION, undefined, ANSWER_MS)).rows;
    version = BigInt(row.version);
  };
  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
  const catchUp = async () => {
    while (lacks() && !stopping.signal.aborted) {
      await inTime(askVersion(), ANSWER_MS).catch(() => undefined);
      if (lacks()) await pause(state.status === 'ok' ? CATCH_UP_MS : LOOK_EVERY_MS);
    }
  };

  const measure = async (): Promise<ReplicaState> => {
    const at = performance.now();
    const ofPrimary = await ask(pools.primary).catch(() => undefined);
    if (ofPrimary !== undefined) positions.push({ lsn: ofPrimary.lsn, at });
    if (positions.length > POSITIONS_KEPT) positions.shift();
    const reached = await ask(pools.replica);
    // A primary that is away writes nothing that a replica could lack.
    if (ofPrimary === undefined) return { status: 'ok', lagS: undefined };
    if (reached === undefined || reached.lsn >= ofPrimary.lsn) return { status: 'ok', lagS: 0 };
    const last = positions.findLast(({ lsn }) => lsn <= reached.lsn);
    // It was late before the first look: by how much, the primary's own times say.
    if (last === undefined) return { status: 'behind', lagS: secondsBetween(reached, ofPrimary) };
    const lagS = (performance.now() - last.at) / 1000;
    return { status: lagS > LARGEST_LAG_S ? 'behind' : 'ok', lagS };
  };
  const lookNow = async () => {
    const found = await measure().catch((): ReplicaState => ({ status: 'away', lagS: undefined }));
    const isChanged = found.status !== state.status;
    state = found;
    if (isChanged && !stopping.signal.aborted) onChange(state);
  };
  const look = () => {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await look();
      await pause(LOOK_EVERY_MS);
    }
  };
  void watch();

  return {
    state: () => state,
    look,
    need(text) {
      if (text === needed.text || text === '') return;
      const wanted = BigInt(text);
      if (wanted > needed.version) needed = { text, version: wanted };
      if (lacks()) {
        catchingUp ??= catchUp().finally(() => {
          catchingUp = undefined;
        });
      }
    },
    within(answerMs) {
      const [primary, replica] = [pools.primary.within(answerMs), pools.replica.within(answerMs)];
      return {
        options: {},
        async connect() {
          if (state.status !== 'ok' || lacks()) return primary.connect();
          try {
            return fallingBack(await replica.connect(), primary, () => void look());
          } catch {
            void look();
            return primary.connect();
          }
        },
        async end() {
          stopping.abort();
          await replica.end();
        },
      };
    },
  };
}

/** A connection to the replica that asks the primary what the replica does not answer, as it is lost or gave the statement up. */
function fallingBack(
  client: PostgresPoolClient,
  primary: PostgresPool,
  onFault: () => void,
): PostgresPoolClient {
  const askPrimary = async (asked: string, values: readonly unknown[]) => {
    onFault();
    const substitute = await primary.connect();
    try {
      return await substitute.query(asked, values);
    } finally {
      substitute.release();
    }
  };
  const query = (asked: string | PostgresCursor<unknown>, values: readonly unknown[] = []) => {
    if (typeof asked !== 'string') return client.query(asked);
    return client.query(asked, values).catch((error: unknown) => {
      if (!isReplicaFault(error)) throw error;
      return askPrimary(asked, values);
    });
  };
  // Safe: each overload is answered as the connection answers it.
  return { query: query as PostgresPoolClient['query'], release: () => client.release() };
}

function secondsBetween(earlier: { atS: number | undefined }, later: { atS: number | undefined }) {
  if (earlier.atS === undefined || later.atS === undefined) return undefined;
  return Math.max(0, later.atS - earlier.atS);
}

async function ask(pool: DatabasePool) {
  return inTime(
    readPosition(() => pool.ask(POSITION, undefined, ANSWER_MS)),
    ANSWER_MS,
  );
}
