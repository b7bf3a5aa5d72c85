import { MINUTE_MS } from '@lonja/forecasting/market';

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
