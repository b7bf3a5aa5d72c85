import type { Clock } from '../clock.ts';

/** A clock that goes where it is told to, never back. */
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
