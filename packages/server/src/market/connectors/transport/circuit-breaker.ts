import { madridMinute, HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';
import type { DeclaredName } from '../../../ground/config/declared-name.ts';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { type LiveSourceName, titleOf } from '../source.ts';
import { SourceUnavailable } from './reply.ts';

/** Pauses requests to a source after it has refused, or has failed several times in a row. */
interface CircuitBreaker {
  isOpen(): boolean;
  /**
   * Runs `work`, which throws SourceUnavailable when the source gives nothing. While requests are paused, throws one at once.
   * After that a single request is sent (`isProbe`), and all others wait for what comes of it.
   */
  pass<T>(what: Asked, work: (guard: RequestGuard) => Promise<T>): Promise<T>;
}

/** What a request keeps to while it is under way. */
export interface RequestGuard {
  isProbe: boolean;
  /** Throws when requests are paused by now; called ahead of everything that is sent. */
  check: () => void;
  /** Notes a failure as soon as it is known, so that what waits for its turn is not sent. */
  note: (failure: SourceUnavailable) => void;
}

const MOST_FAILURES = 3;

export function createCircuitBreaker(
  source: LiveSourceName | DeclaredName,
  now: () => number,
): CircuitBreaker {
  let failures = 0;
  /** How often in a row requests had to be paused. */
  let rests = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let last: SourceUnavailable | undefined;
  let probe: Promise<unknown> | undefined;
  const isOpen = () => now() < restsUntil;
  /** Whether it is not known again that the source answers. */
  const isTried = () => rests > 0;

  const assertClosed = (what: Asked) => {
    if (!isOpen() || last === undefined) return;
    const until = madridMinute(restsUntil);
    throw new SourceUnavailable(
      [reason('requests_paused', { source: titleOf(source), what, until }), ...last.reasons],
      { refused: last.refused, asked: false },
    );
  };

  const note = (failure: SourceUnavailable) => {
    // Requests that were under way when it was opened add no information.
    if (isOpen() || !failure.asked) return;
    failures++;
    if (!failure.refused && failures < MOST_FAILURES && rests === 0) return;
    last = failure;
    rests++;
    restsUntil = now() + restMs({ failuresInRow: rests, refused: failure.refused });
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      [failures, rests, last] = [0, 0, undefined];
      return result;
    } catch (error) {
      if (error instanceof SourceUnavailable) note(error);
      throw error;
    }
  };

  return {
    isOpen,
    async pass(what, work) {
      while (isTried()) {
        assertClosed(what);
        if (probe === undefined) {
          const tried = run(() => work({ isProbe: true, check: () => {}, note }));
          probe = tried.catch(() => {});
          return tried.finally(() => (probe = undefined));
        }
        await probe;
      }
      return run(() => work({ isProbe: false, check: () => assertClosed(what), note }));
    },
  };
}

/** A source that fails recovers by itself within minutes; one that refuses needs an operator's action. */
const FAILING = { firstMs: 30_000, longestMs: 30 * MINUTE_MS };
const REFUSING = { firstMs: 5 * MINUTE_MS, longestMs: 6 * HOUR_MS };

/** How long requests to a source are paused after so many failures in a row, in ms: twice as long with each. */
export function restMs({ failuresInRow, refused }: { failuresInRow: number; refused: boolean }): number {
  const { firstMs, longestMs } = refused ? REFUSING : FAILING;
  return Math.min(longestMs, firstMs * 2 ** (failuresInRow - 1));
}
