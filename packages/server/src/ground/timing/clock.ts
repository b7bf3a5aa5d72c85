/** Where "now" comes from. Nothing else in the service reads the machine's time. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
}

/** The machine's clock, or a clock that started at `startsAt` when the service did and runs at normal speed. */
export function createClock(startsAt: number | undefined): Clock {
  const offset = startsAt === undefined ? 0 : startsAt - Date.now();
  return { now: () => Date.now() + offset };
}
