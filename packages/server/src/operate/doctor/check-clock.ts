import { MINUTE_MS } from '@lonja/forecasting/market';
import { CLOCK_LIMITS } from '../telemetry/clock-watch.ts';
import { type Check, fault, ok, warning } from './check.ts';

const NAME = 'clock';

/** Another clock that the machine's was compared with: how far the machine's is ahead of it, ms. */
export interface ComparedClock {
  whose: string;
  aheadMs: number;
}

/** Whether the machine's clock is right, by the clock of somebody else, and whether the service's is the same. */
export function checkClock(facts: {
  compared: ComparedClock | undefined;
  /** CLOCK_START; epoch ms. */
  startsAt: number | undefined;
  /** What the clocks of this command, of the machine and of a running service show; epoch ms. */
  now: number;
  wallNow: number;
  serviceNow: number | undefined;
}): Check[] {
  return [ofMachine(facts), ...ofService(facts)];
}

function ofMachine({ compared }: { compared: ComparedClock | undefined }): Check {
  if (compared === undefined)
    return ok(NAME, 'clock_not_compared', 'not compared: no source answered with its time');
  const { whose, aheadMs } = compared;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (Math.abs(aheadMs) < CLOCK_LIMITS.noticedByHeader)
    return ok(NAME, 'clock_right', `right, by that of ${whose}`);
  const text = `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${whose}`;
  const remedy = "set the machine's clock, for example by NTP";
  return Math.abs(aheadMs) < CLOCK_LIMITS.harmful
    ? warning(NAME, 'clock_off', text, remedy)
    : fault(NAME, 'clock_off', text, remedy);
}

function ofService({
  startsAt,
  now,
  wallNow,
  serviceNow,
}: {
  startsAt: number | undefined;
  now: number;
  wallNow: number;
  serviceNow: number | undefined;
}): Check[] {
  const name = 'clock of service';
  if (serviceNow !== undefined && Math.abs(serviceNow - now) > CLOCK_LIMITS.another) {
    const text = `at ${minuteOf(serviceNow)}, this command's at ${minuteOf(now)}; the checks below use the service's`;
    return [warning(name, 'service_clock_differs', text, 'set CLOCK_START for commands as for the service')];
  }
  if (startsAt === undefined || Math.abs(now - wallNow) < CLOCK_LIMITS.another) return [];
  const days = Math.abs(Math.round((wallNow - now) / (24 * 60 * MINUTE_MS)));
  const side = now < wallNow ? 'in the past' : 'in the future';
  const text = `at ${minuteOf(serviceNow ?? now)}, ${days} days ${side} (CLOCK_START)`;
  return [warning(name, 'clock_start_set', text, 'unset CLOCK_START to work in the present')];
}

function minuteOf(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}Z`;
}
