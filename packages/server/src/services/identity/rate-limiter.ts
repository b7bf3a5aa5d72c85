import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { coalesce } from '../../coalesce.ts';
import { AppError } from '../../errors.ts';
import type { Db } from '../../store/database.ts';
import {
  type AdmittedEvents,
  HOLD_MS,
  type Versions,
  type WantedEvents,
  countedAt,
  deleteIdleWindows,
  deleteWindow,
  releaseRequest,
  returnRequests,
  takeRequests,
  takeRequestsAt,
} from '../../store/request-windows.ts';
import { createRequestsAhead, mayBeHeld } from './requests-ahead.ts';

/** The answer for one request. Instants are epoch ms. */
export interface RateLimitDecision {
  allowed: boolean;
  limit: number;
  /** Requests that are still free in the window, this one counted. */
  remaining: number;
  /** When the oldest counted request leaves the window, which frees one more. */
  resetsAt: number;
}

/** Counts events by key in a window that slides with the clock. A refused event is not counted. */
export interface RateLimiter {
  take(key: string, limit: number): Promise<RateLimitDecision>;
  /** Lets one in that was counted ahead by a `takeAt` with the same versions; undefined when there is none. */
  takeNow(key: string, limit: number, versions: Versions): RateLimitDecision | undefined;
  /** Likewise while the versions are the present ones; otherwise nothing is counted and the answer is undefined. */
  takeAt(key: string, limit: number, versions: Versions): Promise<RateLimitDecision | undefined>;
  /** Takes the newest event of the key back. */
  release(key: string): Promise<void>;
  /** Takes all events of the key back. */
  clear(key: string): Promise<void>;
}

interface Attempt {
  key: string;
  limit: number;
}

interface AttemptAt extends Attempt {
  versions: Versions;
}

/** Refused events that wait for a second answer at once: a flood beyond a limit is not to fill the process. */
const MAX_ASKING_AGAIN = 100;
const SWEEP_MS = 5 * 60_000;

/**
 * A limiter whose counts are the database's: exact over all processes. Events that arrive together are counted in one
 * statement. Limiters of different names count apart.
 */
export function createRateLimiter(
  { db, clock }: { db: Db; clock: Clock },
  { name, windowMs }: { name: string; windowMs: number },
): RateLimiter {
  let sweptAt = clock.now();
  let askingAgain = 0;
  const ahead = createRequestsAhead(clock, (key, instant, number) =>
    returnRequests(db, { key: `${name} ${key}`, countedAt: instant, number }),
  );
  const take = coalesce(async (attempts: Attempt[]) => {
    const now = clock.now();
    if (now - sweptAt >= SWEEP_MS) {
      sweptAt = now;
      await deleteIdleWindows(db, now);
    }
    const groups = groupByKey(attempts);
    return decide(attempts, groups, {
      windowMs,
      outcomes: await takeRequests(db, toEvents(name, groups), { windowMs, now }),
    });
  });
  const takeAt = coalesce(async (attempts: AttemptAt[]): Promise<(RateLimitDecision | undefined)[]> => {
    const { versions } = attempts[attempts.length - 1];
    // Those of other versions know less or more than the last; they are few and are left to ask again.
    const present = attempts.filter((attempt) => isSame(attempt.versions, versions));
    const groups = groupByKey(present);
    const terms = { windowMs, now: clock.now(), versions };
    const events = toEvents(name, groups).map((event) => ({
      ...event,
      ahead: ahead.wanted(event.limit, event.wanted),
    }));
    const askedAt = performance.now();
    const outcomes = await takeRequestsAt(db, events, terms);
    if (outcomes === undefined) return attempts.map(() => undefined);
    outcomes.forEach(({ used, admitted, oldestAt }, i) => {
      const { wanted, limit } = events[i];
      if (admitted <= wanted) return;
      ahead.keep(groups[i][0].key, {
        limit,
        versions,
        number: admitted - wanted,
        free: limit - used - admitted,
        resetsAt: oldestAt + windowMs,
        countedAt: countedAt(limit, terms),
        askedAt,
      });
    });
    const decisions = decide(present, groups, { windowMs, outcomes });
    if (present.length === attempts.length) return decisions;
    const byAttempt = new Map(present.map((attempt, i) => [attempt, decisions[i]]));
    return attempts.map((attempt) => byAttempt.get(attempt));
  }, 1);
  return {
    async take(key, limit) {
      const decision = await take({ key, limit });
      if (decision.allowed || !mayBeHeld(limit) || askingAgain >= MAX_ASKING_AGAIN) return decision;
      askingAgain++;
      try {
        // What other processes hold and do not use is free again after this.
        await sleep(2 * HOLD_MS);
        return await take({ key, limit });
      } finally {
        askingAgain--;
      }
    },
    takeNow: (key, limit, versions) => ahead.take(key, limit, versions),
    takeAt: (key, limit, versions) => takeAt({ key, limit, versions }),
    release: (key) => releaseRequest(db, `${name} ${key}`),
    clear: (key) => deleteWindow(db, `${name} ${key}`),
  };
}

function groupByKey<One extends Attempt>(attempts: readonly One[]): One[][] {
  return [...Map.groupBy(attempts, ({ key }) => key).values()];
}

function toEvents(name: string, groups: readonly Attempt[][]): WantedEvents[] {
  return groups.map((ofKey) => ({
    key: `${name} ${ofKey[0].key}`,
    wanted: ofKey.length,
    limit: ofKey[0].limit,
  }));
}

/** The decision on each attempt from what became of all those with its key. */
function decide(
  attempts: readonly Attempt[],
  groups: readonly Attempt[][],
  { windowMs, outcomes }: { windowMs: number; outcomes: readonly AdmittedEvents[] },
): RateLimitDecision[] {
  const decisions = new Map<Attempt, RateLimitDecision>();
  groups.forEach((ofKey, i) => {
    const { used, admitted, oldestAt } = outcomes[i];
    const { limit } = ofKey[0];
    ofKey.forEach((attempt, place) => {
      decisions.set(attempt, {
        allowed: place < admitted,
        limit,
        remaining: Math.max(0, limit - used - Math.min(place + 1, admitted)),
        resetsAt: oldestAt + windowMs,
      });
    });
  });
  return attempts.map((attempt) => decisions.get(attempt) ?? neverCounted(attempt));
}

function isSame(a: Versions, b: Versions): boolean {
  return a.data === b.data && a.credentials === b.credentials;
}

/** Throws `rate_limited` for an event that was refused; `reason` begins the message. */
export function assertAllowed(decision: RateLimitDecision, now: number, reason: string): void {
  if (decision.allowed) return;
  const waitS = Math.max(1, Math.ceil((decision.resetsAt - now) / 1000));
  throw new AppError('rate_limited', `${reason}; try again in ${waitS} seconds.`, {
    headers: { 'Retry-After': String(waitS) },
  });
}

function neverCounted({ key }: Attempt): never {
  throw new Error(`The limit of ${key} was not counted.`);
}
