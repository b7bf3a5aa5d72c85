/** Lets groups of callers take turns at work that is dear, so that none of them waits for all that another one has asked for. */
export interface WorkTurns {
  /**
   * Runs work when the group has its turn: the group that used least time lately comes first. Throws `TurnRefusedError` where the group has
   * used its time up or too many wait, and the signal's reason where it is aborted before the turn has come. Work that goes on with what was
   * begun in an earlier turn (`isFurther`) waits for its turn too, but is not refused.
   */
  run<T>(group: string, work: () => Promise<T>, options?: TurnOptions): Promise<T>;
}

export interface TurnOptions {
  signal?: AbortSignal;
  isFurther?: boolean;
}

export interface TurnLimits {
  atOnce: number;
  atOnceOfGroup: number;
  waiting: number;
  waitingOfGroup: number;
  /** What a group may use at once, ms of turns; what it has used is forgotten at the rate of `regainedShare` ms in a millisecond. */
  budgetMs: number;
  regainedShare: number;
  /**
   * A group that has used so much lately pauses after a turn for as long as the turn took, one that has used twice as much twice as long.
   * Meanwhile the process serves what needs no turn, and a group comes to rest at the share that it regains.
   */
  easyMs: number;
}

/** `group`: the caller itself has asked for too much; `all`: everybody together has. */
export class TurnRefusedError extends Error {
  override readonly name = 'TurnRefusedError';
  readonly by: 'group' | 'all';
  /** After how long asking again makes sense, ms. */
  readonly waitMs: number;

  constructor(by: 'group' | 'all', waitMs: number) {
    super('Too much work was asked for.');
    this.by = by;
    this.waitMs = waitMs;
  }
}

interface Group {
  running: number;
  /** Starters of what waits, the oldest first. */
  waiting: (() => void)[];
  usedMs: number;
  /** When `usedMs` was so, ms. */
  at: number;
}

/** Groups beyond which those that have nothing under way and have used nothing are forgotten. */
const MANY_GROUPS = 1000;
/** Where many wait, how long to stay away. */
const WAIT_MS = 5000;

/** `now` gives milliseconds that never go back; `pause` calls `after` so many milliseconds later. */
export function createWorkTurns(
  limits: TurnLimits,
  {
    now = () => performance.now(),
    pause = (after, ms) => void setTimeout(after, ms).unref(),
  }: { now?: () => number; pause?: (after: () => void, ms: number) => void } = {},
): WorkTurns {
  const groups = new Map<string, Group>();
  let running = 0;
  let waiting = 0;

  function groupOf(name: string): Group {
    const known = groups.get(name);
    if (known !== undefined) return known;
    if (groups.size >= MANY_GROUPS) forgetIdle();
    const group: Group = { running: 0, waiting: [], usedMs: 0, at: now() };
    groups.set(name, group);
    return group;
  }

  function forgetIdle(): void {
    for (const [name, group] of groups) {
      if (group.running === 0 && group.waiting.length === 0 && usedBy(group) === 0) groups.delete(name);
    }
  }

  function usedBy(group: Group): number {
    const at = now();
    group.usedMs = Math.max(0, group.usedMs - limits.regainedShare * (at - group.at));
    group.at = at;
    return group.usedMs;
  }

  function assertAllowed(group: Group): void {
    const excess = usedBy(group) - limits.budgetMs;
    if (excess > 0) throw new TurnRefusedError('group', excess / limits.regainedShare);
    if (group.waiting.length >= limits.waitingOfGroup) throw new TurnRefusedError('group', WAIT_MS);
    if (waiting >= limits.waiting) throw new TurnRefusedError('all', WAIT_MS);
  }

  async function turnOf(group: Group, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const start = () => resolve(undefined);
    const giveUp = () => {
      const place = group.waiting.indexOf(start);
      if (place < 0) return;
      group.waiting.splice(place, 1);
      waiting--;
      reject(signal?.reason);
    };
    group.waiting.push(start);
    waiting++;
    signal?.addEventListener('abort', giveUp, { once: true });
    startNext();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  function startNext(): void {
    while (running < limits.atOnce) {
      const ready = [...groups.values()].filter(
        (group) => group.waiting.length > 0 && group.running < limits.atOnceOfGroup,
      );
      if (ready.length === 0) return;
      const next = ready.reduce((least, group) => (usedBy(group) < usedBy(least) ? group : least));
      const start = next.waiting.shift();
      waiting--;
      running++;
      next.running++;
      start?.();
    }
  }

  return {
    async run(name, work, { signal, isFurther = false } = {}) {
      const group = groupOf(name);
      if (!isFurther) assertAllowed(group);
      await turnOf(group, signal);
      const startedAt = now();
      try {
        return await work();
      } finally {
        const heldMs = now() - startedAt;
        group.usedMs = usedBy(group) + heldMs;
        running--;
        const release = () => {
          group.running--;
          startNext();
        };
        const pauseMs = Math.round((heldMs * group.usedMs) / limits.easyMs);
        if (pauseMs === 0) release();
        else {
          startNext();
          pause(release, pauseMs);
        }
      }
    },
  };
}
