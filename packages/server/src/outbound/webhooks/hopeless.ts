import { reason } from '../../ground/reasons/reasons.ts';
import { LONGEST_WAIT_MS } from './retry-schedule.ts';

const FAILING_HOURS = 120;

/**
 * When an endpoint counts as hopeless. Time between two failed attempts counts if it is no longer than a delivery waits between attempts;
 * a longer one, or one in which this process started, is time in which nobody asked the endpoint.
 */
export const HOPELESS = {
  failingMs: FAILING_HOURS * 3_600_000,
  /** Failed attempts in a row, none of them after a gap that does not count. */
  attempts: 4,
  longestGapMs: LONGEST_WAIT_MS,
  reason: [reason('always_failed', { hours: FAILING_HOURS })],
};
