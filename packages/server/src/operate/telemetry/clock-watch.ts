import { MINUTE_MS } from '@lonja/forecasting/market';
import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { readClock } from '../../ground/database/server-state.ts';
import type { Clock } from '../../ground/timing/clock.ts';

/** How far two clocks may be apart, ms. */
export const CLOCK_LIMITS = {
  /** From here on the log warns. */
  noticed: 5000,
  /** The same for a source's clock: its header has whole seconds, and its answer takes some. */
  noticedByHeader: 10_000,
  /** From here on a process is not ready: codes and sessions go wrong, and forecasts are issued at the wrong times. */
  harmful: MINUTE_MS,
  /** From here on one was set on purpose (CLOCK_START): that of a service is known by the age of its forecast alone. */
  another: 2 * MINUTE_MS,
} as const;

/** An answer that took longer says little of the time at which the database's clock was read. */
const LONGEST_ANSWER_MS = 2000;

/** Compares the machine's clock with the database's, which all processes share. */
interface ClockWatch {
  /** How far the machine's clock is ahead of the database's, ms; negative: behind. Undefined until it was compared. */
  aheadMs: () => number | undefined;
  /** Compares them now. */
  look(): Promise<void>;
  stop(): void;
}

/** Looks at once and then every minute. What cannot be compared, as while the database is away, leaves what was found before. */
export function startClockWatch({
  db,
  wallClock,
  logger,
}: {
  db: Db;
  wallClock: Clock;
  logger: Logger;
}): ClockWatch {
  let aheadMs: number | undefined;
  // One after the other: what an earlier look found does not replace what a later one did.
  let looking: Promise<void> = Promise.resolve();
  const look = () => (looking = looking.then(lookOnce));
  const lookOnce = async () => {
    const before = wallClock.now();
    const startedAt = performance.now();
    const ofDatabase = await readClock(db).catch(() => undefined);
    const tookMs = performance.now() - startedAt;
    if (ofDatabase === undefined || tookMs > LONGEST_ANSWER_MS) return;
    const found = before + tookMs / 2 - ofDatabase;
    const isNoticed = Math.abs(found) - tookMs / 2 >= CLOCK_LIMITS.noticed;
    const wasNoticed = aheadMs !== undefined && Math.abs(aheadMs) >= CLOCK_LIMITS.noticed;
    aheadMs = found;
    const aheadS = Math.round(found / 1000);
    if (isNoticed) {
      logger.warn(
        { aheadS },
        "this machine's clock differs from the database's; set both, for example by NTP",
      );
    } else if (wasNoticed) logger.info({ aheadS }, "this machine's clock agrees with the database's again");
  };
  const timer = setInterval(() => void look(), MINUTE_MS).unref();
  void look();
  return {
    aheadMs: () => aheadMs,
    look,
    stop: () => clearInterval(timer),
  };
}
