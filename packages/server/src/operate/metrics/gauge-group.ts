import type { Gauge } from 'prom-client';
import type { Clock } from '../../ground/timing/clock.ts';
import { inTime } from '../../ground/timing/in-time.ts';

/** Gauges whose values are gathered together. */
export interface GaugeGroup {
  name: string;
  /** Gathers again unless that was done lately, and says whether the last time succeeded. */
  refresh(): Promise<boolean>;
  /** Takes the values away: an old one would be taken for the present. */
  clear(): void;
}

export function createGaugeGroup<Value>(
  name: string,
  {
    everyMs,
    timeoutMs,
    gauges,
    measure,
    show,
    clock,
  }: {
    /** Values are gathered at most so often. */
    everyMs: number;
    /** Values that take longer cannot be gathered. */
    timeoutMs: number;
    gauges: Gauge[];
    measure: () => Promise<Value>;
    /** Sets the gauges, which are without values then. */
    show: (value: Value) => void;
    clock: Clock;
  },
): GaugeGroup {
  let gathered: { at: number; success: boolean } | undefined;
  const clear = () => {
    for (const gauge of gauges) {
      gauge.reset();
      // Without labels a reset would leave a 0.
      gauge.remove({});
    }
  };
  clear();
  return {
    name,
    clear() {
      gathered = undefined;
      clear();
    },
    async refresh() {
      if (gathered !== undefined && Math.abs(clock.now() - gathered.at) < everyMs) return gathered.success;
      try {
        const value = await inTime(measure(), timeoutMs);
        clear();
        show(value);
        gathered = { at: clock.now(), success: true };
      } catch {
        clear();
        gathered = { at: clock.now(), success: false };
      }
      return gathered.success;
    },
  };
}
