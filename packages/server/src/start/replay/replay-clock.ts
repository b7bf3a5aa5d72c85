import type { Clock } from '../../ground/timing/clock.ts';

/** A clock that is set, and never goes back. */
export interface ReplayClock extends Clock {
  advanceTo(instant: number): void;
}

export function createReplayClock(startsAt: number): ReplayClock {
  let now = startsAt;
  return {
    now: () => now,
    advanceTo(instant) {
      now = Math.max(now, instant);
    },
  };
}
