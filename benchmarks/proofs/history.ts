/** A request that was let in: between `sent` and `answered` (ms of one clock) it was counted. */
export interface Admitted {
  sent: number;
  answered: number;
}

/**
 * The most requests of one key that were certainly counted within one window: those that were sent after its beginning and answered before
 * its end, whatever the way of a request took.
 */
export function mostInWindow(admitted: readonly Admitted[], windowMs: number): number {
  let most = 0;
  for (const { sent: from } of admitted) {
    const inside = admitted.filter(({ sent, answered }) => sent >= from && answered < from + windowMs);
    most = Math.max(most, inside.length);
  }
  return most;
}

/** What the service answered a tenant about a record that it wrote. `unknown`: the answer did not come. */
export type Fate = 'written' | 'deleted' | 'unknown';

export interface History {
  admitted: Map<string, Admitted[]>;
  /** By tenant, then by the record's name. */
  writes: Map<string, Map<string, Fate>>;
  /** Answers that held something of another tenant, or not what a key may see. */
  foreign: string[];
  requests: number;
  failures: Map<string, number>;
  /** By tenant, the deliveries that came by their id, each with the digests of its bodies. */
  received: Map<string, Map<string, Set<string>>>;
  kills: number;
}

export function createHistory(): History {
  return {
    admitted: new Map(),
    writes: new Map(),
    foreign: [],
    requests: 0,
    failures: new Map(),
    received: new Map(),
    kills: 0,
  };
}
