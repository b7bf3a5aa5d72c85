import {
  AUCTION_CALENDAR,
  instantFor,
  isScheduledRun,
  type Product,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import { formatInstant } from '../../ground/http/wire.ts';

/** Why a run was made, and whether one could bid with it. */
export interface RunOccasion {
  /** The time of the schedule that it answers, or when the input came that it answers. */
  scheduled_for: string;
  trigger: 'schedule' | 'input';
  /** Whether it could be read before the gate of its first delivery day closed. */
  before_gate: boolean;
}

/** Instants are epoch ms. */
export function runOccasion(run: ScheduledRun & { product: Product; publishedAt: number }): RunOccasion {
  const calendar = AUCTION_CALENDAR[run.product];
  return {
    scheduled_for: formatInstant(run.scheduledFor),
    trigger: isScheduledRun(calendar, run) ? 'schedule' : 'input',
    before_gate: run.publishedAt < instantFor(run.firstDay, calendar.gateClosure),
  };
}
