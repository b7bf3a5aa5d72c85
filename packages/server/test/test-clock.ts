import type { Clock } from '../src/ground/timing/clock.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(instant: number): void;
  advance(ms: number): void;
}

export function createTestClock(startsAt: string): TestClock {
  let now = Date.parse(startsAt);
  return {
    now: () => now,
    set(instant) {
      now = instant;
    },
    advance(ms) {
      now += ms;
    },
  };
}
