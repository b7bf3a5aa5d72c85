import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import { inTime } from '../in-time.ts';
import type { DatabasePool } from './database-pool.ts';
import { POSITION, readPosition } from './log-position.ts';

/** How often both servers are asked how far they are. */
const LOOK_EVERY_MS = 2000;
/** A replica that does not say so within this time counts as away. */
const ANSWER_MS = 3000;
/** A replica that is further behind is not read from. */
export const LARGEST_LAG_S = 10;
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
  let state: ReplicaState = { status: 'ok', lagS: undefined };
  let looking: Promise<void> | undefined;

  const measure = async (): Promise<ReplicaState> => {
    const at = performance.now();
    const ofPrimary = await ask(pools.primary).catch(() => undefined);
    if (ofPrimary !== undefined) positions.push({ lsn: ofPrimary, at });
    if (positions.length > POSITIONS_KEPT) positions.shift();
    const reached = await ask(pools.replica);
    // A primary that is away writes nothing that a replica could lack.
    if (ofPrimary === undefined) return { status: 'ok', lagS: undefined };
    if (reached === undefined || reached >= ofPrimary) return { status: 'ok', lagS: 0 };
    const last = positions.findLast(({ lsn }) => lsn <= reached) ?? positions[0];
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
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  void watch();

  return {
    state: () => state,
    look,
    within(answerMs) {
      const [primary, replica] = [pools.primary.within(answerMs), pools.replica.within(answerMs)];
      return {
        options: {},
        async connect() {
          if (state.status !== 'ok') return primary.connect();
          try {
            return await replica.connect();
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

async function ask(pool: DatabasePool) {
  return inTime(
    readPosition(() => pool.ask(POSITION, undefined, ANSWER_MS)),
    ANSWER_MS,
  );
}
